'use client'

import { type Ref, useCallback, useEffect, useRef } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * The ref of a control that keeps the input of a person before hydration: React and the form begin with the
 * value that the server rendered, and would show that one again. The input is repeated, so that every form reads it.
 */
export function useEarlyInput<C extends Control>(ref: Ref<C> | undefined) {
  const isHydrating = useRef(!useHydrated())
  const repeat = useRef<(() => void) | null>(null)
  // After the effects of the form around it, which may restore a draft.
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

/** A function that repeats the input of a control; null where the control still is as the server rendered it. */
function readEarly(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) return readChosen(control)
  if (control.type === 'checkbox' || control.type === 'radio') return readTicked(control)
  const { value, defaultValue } = control
  if (value === defaultValue) return null
  return () => {
    control.value = defaultValue
    // React ignores an event after a value that it has seen: this setter is the one that it does not watch.
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
  // The radio button that was chosen in its place repeats the choice.
  if (checked === defaultChecked || (box.type === 'radio' && !checked)) return null
  return () => {
    box.checked = !checked
    box.click()
  }
}
