'use client'

import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'

type DialogFrameProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  /** Element that takes the focus first: the first control, or the dialog itself if it only contains text. */
  firstFocus?: 'control' | 'dialog'
  /** True if a click outside must not close the dialog, for content that is shown only once. */
  isPersistent?: boolean
  children?: ReactNode
}

const sizes = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }

/** Modal dialog. On a phone it opens at the bottom of the screen. */
export function Dialog({ size = 'md', ...props }: DialogFrameProps & { size?: keyof typeof sizes }) {
  return (
    <DialogFrame
      {...props}
      className={cx(
        'inset-x-0 bottom-0 max-h-[calc(100dvh-2rem)] rounded-t-xl border data-[state=open]:animate-rise',
        'sm:inset-x-4 sm:top-[12dvh] sm:bottom-auto sm:mx-auto sm:max-h-[76dvh] sm:rounded-xl',
        sizes[size],
      )}
    />
  )
}

export const Sheet = (props: DialogFrameProps) => (
  <DialogFrame
    {...props}
    className="inset-y-0 right-0 w-full max-w-[min(30rem,calc(100vw-2rem))] border-l data-[state=open]:animate-enter-right"
  />
)

/** Some browsers close the popup of a control on Escape and also pass the key on, which would close the dialog. */
const hasNativePopup = (element: Element | null): boolean => element?.matches('select, [data-opens-calendar]') ?? false

function DialogFrame({ className, ...props }: DialogFrameProps & { className: string }) {
  const { open, onOpenChange, title, description, footer, firstFocus = 'control', isPersistent, children } = props
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const hasInput = useRef(false)
  const content = useRef<HTMLDivElement>(null)
  // The second click of a double click may land outside, once the first has removed an error and the dialog is less high.
  const isBusy = () => content.current?.querySelector('[aria-busy="true"]') !== null
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <DialogOverlay />
        <RadixDialog.Content
          ref={content}
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
          onInteractOutside={(event) => (isPersistent || isBusy()) && event.preventDefault()}
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
            <IconButton label="Close" icon={<X />} className="absolute top-2 right-2" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/**
 * Backdrop of a modal dialog: takes clicks and stops the page from scrolling. Radix's own overlay sets CSS variables on
 * the body, which makes the browser recalculate every element and took longer than all else of opening.
 */
export function DialogOverlay(props: ComponentProps<'div'>) {
  useLayoutEffect(lockScroll, [])
  return <div {...props} className="fixed inset-0 z-40 animate-appear touch-none bg-overlay" />
}

/** Number of open dialogs, because one may open another. */
let locks = 0

/** Stops the page from scrolling, and reserves the width of the scroll bar. Returns a function that undoes it. */
function lockScroll(): () => void {
  const { documentElement: root, body } = document
  if (locks === 0) {
    const bar = window.innerWidth - root.clientWidth
    if (bar > 0) body.style.marginRight = `${bar}px`
    root.style.overflow = 'hidden'
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    body.style.marginRight = ''
    root.style.overflow = ''
  }
}

/** On close, the focus returns to the element that had it, or to the button of the menu that opened the dialog. */
export function useReturnFocus() {
  const focusedBefore = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
      focusedBefore.current = menuButton ? document.getElementById(menuButton) : focused
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusedBefore.current?.focus()
    },
  }
}
