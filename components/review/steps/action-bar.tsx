import type { ReactNode } from 'react'

type ActionBarProps = {
  /** Reason why a button is disabled, its effect, or the people who can act instead. */
  note: ReactNode
  /** Errors and fields above the buttons. */
  children?: ReactNode
  /** Buttons, the main one last. */
  buttons: ReactNode
}

/** End of the footer of the sign-off step: a note and the buttons. */
export function ActionBar({ note, children, buttons }: ActionBarProps) {
  return (
    <>
      {children ? <div className="order-first flex basis-full flex-col gap-3 empty:hidden">{children}</div> : null}
      <p className="order-first min-w-0 flex-1 basis-full text-xs text-muted sm:order-2 sm:basis-40 sm:text-right">
        {note}
      </p>
      {buttons ? (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 sm:order-3">{buttons}</div>
      ) : null}
    </>
  )
}
