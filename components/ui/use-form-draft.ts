'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FormDraft, keepDraft, readDraft } from './form-draft.ts'

/** Milliseconds of rest after which what was typed is kept. */
const rest = 400

type FormDraftOptions<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  /** What the draft is kept under: names the record and whose draft it is. */
  storageKey: string
  etag: string | null
  /** Puts a draft that was found into the form. */
  onFound: (draft: FormDraft<Values>) => void
}

/**
 * Keeps what is typed in the browser until it is saved, and brings it back. Where the browser keeps nothing, leaving
 * asks.
 */
export function useFormDraft<Values extends FieldValues>({
  form,
  storageKey,
  etag,
  onFound,
}: FormDraftOptions<Values>) {
  const [restoredFrom, setRestoredFrom] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isUnsaved = useRef(false)

  const restore = useEffectEvent(() => {
    const draft = readDraft<Values>(storageKey)
    if (!draft) return
    isUnsaved.current = true
    onFound(draft)
    setRestoredFrom(draft.keptAt)
  })
  const keep = useEffectEvent((): boolean => {
    clearTimeout(timer.current)
    if (!isUnsaved.current) return true
    return keepDraft(storageKey, { values: form.getValues(), etag, keptAt: new Date().toISOString() })
  })

  const noteChange = useEffectEvent((values: Values) => {
    isUnsaved.current = JSON.stringify(values) !== JSON.stringify(form.formState.defaultValues)
    clearTimeout(timer.current)
    if (isUnsaved.current) timer.current = setTimeout(() => keep(), rest)
    else keepDraft(storageKey, null)
  })

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => noteChange(values) }), [form])
  useEffect(() => restore(), [])
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!keep()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      keep()
    }
  }, [])

  /** Nothing is left to keep: it was saved, or given up. */
  const forget = () => {
    clearTimeout(timer.current)
    isUnsaved.current = false
    setRestoredFrom(null)
    keepDraft(storageKey, null)
  }
  return { restoredFrom, forget }
}
