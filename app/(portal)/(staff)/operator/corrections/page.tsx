import { Empty } from "#components/desk/list.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { listToApprove } from "#lib/corrections/queries.ts";
import { APPROVAL, DECISION_FLASHES, Decision } from "../../correction-forms.tsx";
import { correctionStep } from "../../correction-words.tsx";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

/** Corrections above a bank's daily sum, which wait for a second person: one of the bank, or of the operator. */
export default staffPage("operator", "corrections.approve", "/corrections", async (page) => {
  const waiting = await listToApprove(page.scope);
  return (
    <StaffFrame
      page={page}
      title="Corrections"
      intro="Above a bank’s daily sum, a correction begins once someone else than who asked for it approves it."
      failed="Nothing was decided"
      flashes={DECISION_FLASHES}
    >
      {waiting.length > 0 ? (
        <div className="record mt-3">
          <Timeline
            steps={waiting.map((correction) =>
              correctionStep(
                correction,
                <>
                  <span className="block wrap-anywhere">Donation {correction.donation_id}</span>
                  <Decision page={page} correction={correction} {...APPROVAL} />
                </>,
              ),
            )}
          />
        </div>
      ) : (
        <Empty title="None to approve">A correction that needs a second person waits here.</Empty>
      )}
    </StaffFrame>
  );
});
