'use client'

import { type Ref, useCallback, useEffect, useRef } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Returns the ref of a control that keeps input from before hydration. React and the form start with the value that the
 * server rendered and would show it again. The input is repeated as an event, so that every form reads it.
 */
export function useEarlyInput<C extends Control>(ref: Ref<C> | undefined) {
  const isHydrating = useRef(!useHydrated())
  const repeat = useRef<(() => void) | null>(null)
  // Runs after the effects of the form around it, which may restore a draft.
  useEffect(() => {
    const timer = setTimeout(() => repeat.current?.())
    return () => clearTimeout(timer)
  }, [])
  return useCallback(
    (control: C | null) => {
      if (control && isHydrating.current) {
        isHydrating.current = false
        repeat.current = readEarly(control)
      }
      if (typeof ref === 'function') return ref(control)
      if (ref) ref.current = control
    },
    [ref],
  )
}

/**
 * Returns a function that repeats the input of a control; null if the control is unchanged since the server rendered
 * it.
 */
function readEarly(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) return readChosen(control)
  if (control.type === 'checkbox' || control.type === 'radio') return readTicked(control)
  const { value, defaultValue } = control
  if (value === defaultValue) return null
  return () => {
    control.value = defaultValue
    // React ignores an event whose value it has seen. It does not watch the setter of the prototype.
    Reflect.set(Object.getPrototypeOf(control), 'value', value, control)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function readChosen(select: HTMLSelectElement): (() => void) | null {
  const { value, options } = select
  const rendered = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0]
  if (value === rendered?.value) return null
  return () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function readTicked(box: HTMLInputElement): (() => void) | null {
  const { checked, defaultChecked } = box
  // For a deselected radio button, the one chosen in its place repeats the choice.
  if (checked === defaultChecked || (box.type === 'radio' && !checked)) return null
  return () => {
    box.checked = !checked
    box.click()
  }
}
