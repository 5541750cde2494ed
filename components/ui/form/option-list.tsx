'use client'

import * as RadixPopover from 'radix-ui/popover'
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cx } from '#components/ui/class-names.ts'
import { menuItemClass, menuPanelClass } from '#components/ui/overlay/popover.tsx'

export type Option = {
  value: string
  label: string
  hint?: string | undefined
}

type Control = HTMLInputElement | HTMLTextAreaElement

type OwnProps<Element> = {
  ref?: (element: Element | null) => void
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

type OptionListInput = {
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  onPick: (option: Option) => void
  /** Highlights the first option while the person types, so that Enter picks it. */
  picksFirst?: boolean | undefined
  /** True for a text area, which is a text box and not a combobox to screen readers. */
  isMultiline?: boolean
  /** Called for Enter while no option is highlighted, in place of the submission. */
  onEnter?: (() => void) | undefined
}

/**
 * Suggestions below a text control inside a `Field`, by the WAI-ARIA pattern of a combobox. Any text remains possible:
 * only a click, or Enter on a highlighted option, picks one.
 */
export function useOptionList<Element extends Control>(
  input: OptionListInput,
): { controlProps: (own?: OwnProps<Element>) => object; list: ReactNode } {
  const { text, onText, options, onPick, picksFirst = false, isMultiline = false, onEnter } = input
  const control = useRef<Element>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState(-1)
  const isListed = isOpen && options.length > 0
  const active = isListed && highlighted < options.length ? highlighted : -1
  const open = (index = picksFirst ? 0 : -1) => {
    setOpen(true)
    setHighlighted(index)
  }
  const close = () => setOpen(false)
  const pick = (option: Option) => {
    close()
    onPick(option)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && (isListed || !isMultiline)) {
      event.preventDefault()
      const first = step > 0 ? 0 : options.length - 1
      open(active < 0 ? first : (active + step + options.length) % options.length)
    }
    if (event.key !== 'Enter') return
    const option = options[active]
    if (option || onEnter) event.preventDefault()
    close()
    if (option) pick(option)
    else onEnter?.()
  }
  const optionProps = (option: Option, index: number): ComponentProps<'div'> => ({
    role: 'option',
    id: `${id}-${index}`,
    'aria-selected': index === active,
    onPointerMove: () => setHighlighted(index),
    onClick: () => pick(option),
  })
  // In braces: a new Chromium returns a promise, which React would call as a clean-up.
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return {
    controlProps: ({ ref, onFocus, onBlur } = {}) => ({
      ref: (element: Element | null) => {
        control.current = element
        ref?.(element)
      },
      ...(isMultiline ? {} : { role: 'combobox', 'aria-expanded': isListed }),
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-controls': isListed ? id : undefined,
      'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
      autoComplete: 'off',
      value: text,
      onChange: ({ currentTarget }: { currentTarget: Control }) => {
        open()
        onText(currentTarget.value)
      },
      onClick: () => open(isListed ? active : undefined),
      onKeyDown,
      onFocus,
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // Closes at once, because a list that changes under the pointer would take the click that left the control.
        close()
        onBlur?.(event)
      },
    }),
    // It has its own layer, so that Escape closes the list and not the dialog around it.
    list: isListed ? (
      <RadixPopover.Root open onOpenChange={close}>
        <RadixPopover.Anchor virtualRef={control as RefObject<HTMLElement>} />
        <RadixPopover.Portal>
          <RadixPopover.Content
            role="region"
            aria-label="Suggestions"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            className="z-50 outline-none"
          >
            <div
              id={id}
              role="listbox"
              aria-label="Suggestions"
              className={cx(
                menuPanelClass,
                'max-h-[min(18rem,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width)',
              )}
            >
              {options.map((option, index) => (
                <div
                  key={option.value}
                  {...optionProps(option, index)}
                  data-highlighted={index === active ? '' : undefined}
                  className={cx(menuItemClass, 'justify-between gap-4')}
                >
                  <span className="min-w-0 break-words">{option.label}</span>
                  {option.hint ? <span className="shrink-0 text-xs text-muted">{option.hint}</span> : null}
                </div>
              ))}
            </div>
          </RadixPopover.Content>
        </RadixPopover.Portal>
      </RadixPopover.Root>
    ) : null,
  }
}
