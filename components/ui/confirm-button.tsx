"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ComponentProps, useRef, useState } from "react";
import { Button, buttonClasses } from "./button.tsx";

type ConfirmButtonProps = {
  look?: ComponentProps<typeof Button>["look"];
  /** The confirmation question. `meaning` explains the effect. */
  question: string;
  meaning: string;
  yes: string;
  no?: string;
  children: string;
};

/**
 * A submit button that asks for confirmation. Without JavaScript it submits immediately, so use it for reversible
 * actions only.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { look, question, meaning, yes, no = "Cancel", children } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const confirm = () => {
    setOpen(false);
    opener.current?.form?.requestSubmit();
  };
  return (
    <>
      <Button
        ref={opener}
        look={look}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="fixed inset-0 z-20 bg-[rgb(0_0_0/50%)]" />
          <AlertDialog.Popup
            finalFocus={opener}
            className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-20 max-h-dvh w-[calc(100vw-min(2rem,10vw))] max-w-form overflow-y-auto rounded-box border border-edge bg-sheet p-[min(1.5rem,5vw)] text-ink"
          >
            <AlertDialog.Title className="font-strong text-lead">{question}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1">{meaning}</AlertDialog.Description>
            <div className="mt-3 grid gap-1.5 wide:flex wide:gap-2">
              <AlertDialog.Close className={buttonClasses("quiet")}>{no}</AlertDialog.Close>
              <Button type="button" look={look} onClick={confirm}>
                {yes}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  );
}
