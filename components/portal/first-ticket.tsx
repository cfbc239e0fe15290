/** The outline of a future ticket. Decorative: the text next to it says what to do. */
export function FirstTicket() {
  return (
    <div
      aria-hidden="true"
      className="flex w-full max-w-[34rem] rounded-[12px] border-2 border-edge border-dashed text-quiet"
    >
      <div className="min-w-0 grow p-2.5">
        <p className="text-small">Your school</p>
        <p className="display mt-6 wide:mt-12 max-w-[12rem] text-d40">Your first ticket</p>
      </div>
      <div className="w-[32%] shrink-0 border-edge border-l-2 border-dashed p-2.5 text-small">
        Number
      </div>
    </div>
  );
}
