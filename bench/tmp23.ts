import { setTimeout as wait } from "node:timers/promises";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { run, say } from "./statistics.ts";
await run("tmp23", async () => {
  const product = await Product.start();
  const { client } = product;
  try {
    const schools = await product.schools();
    const { donationBody } = await import("./donations.ts");
    const bodies = schools.map((school_id) => donationBody({ school_id }));
    let over = false;
    const t0 = performance.now();
    const sampler = (async () => {
      let last = 0;
      while (!over) {
        const { rows } = await client.query(`select
          (select count(*) from outbox)::int as outbox,
          (select count(*) from credit where status='pending')::int as pending,
          (select count(*) from credit where status='credited')::int as credited,
          (select count(*) from webhook_delivery where status='pending')::int as undelivered`);
        const lanes = await client.query(`select
            case when event->'data'->>'lane' like 'shared%' then 'shared'
                 when event->'data'->>'lane' like '%healthy%' then 'healthy'
                 when event->'data'->>'lane' like '% new %' then 'new' else 'own' end as pool,
            event->>'name' as name, count(*)::int as groups,
            coalesce(sum(jsonb_array_length(event->'data'->'items')),0)::int as items
          from (select event::jsonb as event from executor_run) r
          where event->>'name' like '%s.requested' group by 1, 2`).catch((e) => ({ rows: [String(e.message)] }));
        const r = rows[0];
        say(`${((performance.now() - t0) / 1000).toFixed(0)}s pending ${r.pending} credited ${r.credited} (+${r.credited - last}) undelivered ${r.undelivered} outbox ${r.outbox} ${JSON.stringify(lanes.rows)}`);
        last = r.credited;
        await wait(3000);
      }
    })();
    const seconds = Number(process.env.SECONDS_23 ?? 60);
    const result = await measure(product.loads(bodies), { seconds });
    say(`accepted ${result.perSecond}/s p99 ${result.p99}`);
    await wait(15_000);
    over = true;
    await sampler;
    const { rows } = await client.query(`select (extract(epoch from created_at - min(created_at) over ())/5)::int*5 as at, count(*)::int, percentile_cont(0.5) within group (order by extract(epoch from completed_at-created_at)) as p50, max(extract(epoch from completed_at-created_at)) as max from (select created_at, completed_at, min(created_at) over () as m from donation where bank_transaction_ref like 'bench-%') d group by 1 order by 1`).catch(async () =>
      client.query(`with d as (select created_at, completed_at, (select min(created_at) from donation where bank_transaction_ref like 'bench-%') m from donation where bank_transaction_ref like 'bench-%') select floor(extract(epoch from created_at - m)/5)*5 as at, count(*)::int n, round(percentile_cont(0.5) within group (order by extract(epoch from completed_at-created_at))::numeric,2) as p50, round(max(extract(epoch from completed_at-created_at))::numeric,2) as max from d group by 1 order by 1`));
    for (const row of rows) say(JSON.stringify(row));
  } finally {
    await product.stop();
  }
});
