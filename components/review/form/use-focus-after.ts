'use client'

import { useCallback, useEffect, useRef } from 'react'
import { focusById } from '#components/ui/form/focus-field.ts'

/** Returns a function that focuses an element, by its id, once it has been rendered. */
export function useFocusAfter(): (id: string) => void {
  const awaitedId = useRef<string | null>(null)
  useEffect(() => {
    if (awaitedId.current !== null && focusById(awaitedId.current)) awaitedId.current = null
  })
  return useCallback((id: string) => {
    awaitedId.current = id
  }, [])
}
