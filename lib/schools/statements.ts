/** SQL by hand: a whole directory in two statements, however long it is. */

/** $1 schools as a JSON array of rows; $2 the ids of those that say whether they are active. */
export const KEEP_SCHOOLS = `
  insert into school (id, name, university, nickname, city, state, conference, website_url, description,
    foundation_name, time_zone, colors, minimum_donation_cents, active, sort_key, search_text)
  select id, name, university, nickname, city, state, conference, website_url, description,
    foundation_name, time_zone, colors, minimum_donation_cents, active, sort_key, search_text
  from jsonb_to_recordset($1) as given (id text, name text, university text, nickname text, city text,
    state text, conference text, website_url text, description text, foundation_name text, time_zone text,
    colors text[], minimum_donation_cents bigint, active boolean, sort_key text, search_text text)
  on conflict (id) do update set name = excluded.name, university = excluded.university,
    nickname = excluded.nickname, city = excluded.city, state = excluded.state,
    conference = excluded.conference, website_url = excluded.website_url,
    description = excluded.description, foundation_name = excluded.foundation_name,
    time_zone = excluded.time_zone, colors = excluded.colors,
    minimum_donation_cents = excluded.minimum_donation_cents,
    active = case when excluded.id = any($2) then excluded.active else school.active end,
    sort_key = excluded.sort_key, search_text = excluded.search_text
  returning id, xmax = 0 as added`;

/** $1 funds as a JSON array of rows. */
export const KEEP_FUNDS = `
  insert into fund (school_id, fund_id, name, description, deductibility, good_faith_value_cents, position)
  select school_id, fund_id, name, description, deductibility, good_faith_value_cents, position
  from jsonb_to_recordset($1) as given (school_id text, fund_id text, name text, description text,
    deductibility text, good_faith_value_cents bigint, position integer)
  on conflict (school_id, fund_id) do update set name = excluded.name, description = excluded.description,
    deductibility = excluded.deductibility, good_faith_value_cents = excluded.good_faith_value_cents,
    position = excluded.position`;
