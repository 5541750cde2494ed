'use client'

import { useCallback, useEffect, useRef } from 'react'
import { focusById } from '#components/ui/form/focus-field.ts'

/** Moves the focus to an element once it has been rendered. */
export function useFocusAfter(): (id: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current !== null && focusById(wanted.current)) wanted.current = null
  })
  return useCallback((id: string) => {
    wanted.current = id
  }, [])
}
