'use client'

import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DialogOverlay } from './dialog-overlay.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export type DialogFrameProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons of the footer, the main one last. */
  footer?: ReactNode
  /** Element that takes the focus first: the first control, or the dialog itself if it only contains text. */
  firstFocus?: 'control' | 'dialog'
  /** True if a click outside must not close the dialog, for content that is shown only once. */
  isPersistent?: boolean
  children?: ReactNode
}

/**
 * True if a control has a popup of the browser, such as a calendar. Some browsers close it on Escape and also pass the
 * key to the page, which would close the dialog and lose the input.
 */
const hasNativePopup = (element: Element | null): boolean =>
  element?.matches('select, input:is([type^="date"], [type="time"], [type="month"])') ?? false

/** Shared parts of `Dialog` and `Sheet`: header, scrolling body, footer, and a close button last in the tab order. */
export function DialogFrame({ className, ...props }: DialogFrameProps & { className: string }) {
  const { open, onOpenChange, title, description, footer, firstFocus = 'control', isPersistent, children } = props
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const hasInput = useRef(false)
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <DialogOverlay />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            if (firstFocus === 'control') return
            event.preventDefault()
            if (event.target instanceof HTMLElement) event.target.focus()
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onInput={() => {
            hasInput.current = true
          }}
          onEscapeKeyDown={(event) =>
            hasInput.current && hasNativePopup(document.activeElement) && event.preventDefault()
          }
          onInteractOutside={(event) => isPersistent && event.preventDefault()}
          className={cx('fixed z-40 flex flex-col border-line bg-raised shadow-raised outline-none', className)}
        >
          <div className="min-w-0 border-b border-line py-3 pr-12 pl-4">
            <RadixDialog.Title className="text-md font-semibold wrap-anywhere">{title}</RadixDialog.Title>
            {description ? (
              <RadixDialog.Description className="mt-0.5 text-sm text-muted wrap-anywhere">
                {description}
              </RadixDialog.Description>
            ) : null}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{footer}</div>
          ) : null}
          <RadixDialog.Close asChild>
            <IconButton label="Close" icon={<X aria-hidden="true" />} className="absolute top-2 right-2" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
