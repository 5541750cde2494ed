'use client'

import * as RadixPopover from 'radix-ui/popover'
import type { ComponentProps, RefObject } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { menuItemClass, menuPanelClass } from '#components/ui/overlay/menu-styles.ts'

export type Option = {
  value: string
  label: string
  /** Shown beside the label, such as an e-mail address or a count. */
  hint?: string | undefined
}

type OptionListProps = {
  /** Control below which the list opens; it keeps the focus. */
  anchor: RefObject<HTMLElement | null>
  options: readonly Option[]
  active: number
  menuProps: ComponentProps<'ul'>
  itemProps: (option: Option, index: number) => ComponentProps<'li'>
  onClose: () => void
}

/** Open list of a combobox. It has its own layer, so that Escape closes the list and not the dialog around it. */
export function OptionList({ anchor, options, active, menuProps, itemProps, onClose }: OptionListProps) {
  return (
    <RadixPopover.Root open onOpenChange={onClose}>
      <RadixPopover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
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
          <ul
            {...menuProps}
            className={cx(
              menuPanelClass,
              'max-h-[min(18rem,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width)',
            )}
          >
            {options.map((option, index) => (
              <li
                key={option.value}
                {...itemProps(option, index)}
                data-highlighted={index === active ? '' : undefined}
                className={cx(menuItemClass, 'justify-between gap-4')}
              >
                <span className="min-w-0 break-words">{option.label}</span>
                {option.hint ? <span className="shrink-0 text-xs text-muted">{option.hint}</span> : null}
              </li>
            ))}
          </ul>
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
