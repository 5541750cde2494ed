'use client'

import { useCombobox } from 'downshift'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import { useFieldControl } from './field-context.ts'
import type { Option } from './option-list.tsx'

const loadList = () => import('./option-list.tsx')

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
export function useOptionList<Element extends Control>({
  text,
  onText,
  options,
  onPick,
  picksFirst = false,
  isMultiline = false,
  onEnter,
}: OptionListInput): {
  controlProps: (own?: OwnProps<Element>) => object
  list: ReactNode
} {
  const control = useRef<Element>(null)
  const { id = '' } = useFieldControl({})
  const menuId = useId()
  const box = useCombobox<Option>({
    items: [...options],
    itemToString: (option) => option?.label ?? '',
    inputValue: text,
    selectedItem: null,
    defaultHighlightedIndex: picksFirst ? 0 : -1,
    inputId: id,
    labelId: `${id}-label`,
    menuId,
    getItemId: (index) => `${menuId}-${index}`,
    stateReducer: (state, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputBlur) return { ...changes, selectedItem: state.selectedItem }
      if (type === useCombobox.stateChangeTypes.InputClick) return { ...changes, isOpen: true }
      return changes
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem),
  })
  const isListed = box.isOpen && options.length > 0
  const active = isListed && box.highlightedIndex < options.length ? box.highlightedIndex : -1
  const part = useLazyPart(loadList, isListed, box.closeMenu)

  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && active < 0 && !event.nativeEvent.isComposing
    if (isEnter && onEnter) {
      event.preventDefault()
      onEnter()
    }
    if (isEnter) box.closeMenu()
    const movesCaret = event.key === 'Home' || event.key === 'End'
    if (isEnter || movesCaret || (isMultiline && !isListed))
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
  }
  return {
    controlProps: ({ ref, onFocus, onBlur } = {}) =>
      box.getInputProps({
        ref: (element: HTMLInputElement | null) => {
          control.current = element as Element | null
          ref?.(control.current)
        },
        ...(isMultiline ? { role: undefined, 'aria-haspopup': 'listbox' as const } : {}),
        'aria-expanded': isMultiline ? undefined : isListed,
        'aria-controls': isListed && part ? menuId : undefined,
        'aria-activedescendant': active < 0 ? undefined : `${menuId}-${active}`,
        onChange: ({ currentTarget }) => onText(currentTarget.value),
        onKeyDown,
        ...(onFocus && { onFocus }),
        onBlur: (event) => {
          // Closes at once, because a list that changes under the pointer would take the click that left the control.
          box.closeMenu()
          onBlur?.(event)
        },
      }),
    list:
      part && isListed ? (
        <part.OptionList
          anchor={control}
          options={options}
          active={active}
          menuProps={box.getMenuProps({ 'aria-label': 'Suggestions' }, { suppressRefError: true })}
          itemProps={(item, index) => box.getItemProps({ item, index })}
          onClose={box.closeMenu}
        />
      ) : null,
  }
}
