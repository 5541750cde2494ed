'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FormDraft, readDraft, storeDraft } from './form-draft.ts'

const storeDelayMs = 400

type FormDraftOptions<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  /** Names the record and the owner of the draft. */
  storageKey: string
  etag: string | null
  /** Fills the form with a stored draft. */
  onFound: (draft: FormDraft<Values>) => void
}

/**
 * Stores unsaved values in the browser until the form is saved, and restores them. If the browser stores nothing, it asks
 * before the page is left.
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
  const store = useEffectEvent((): boolean => {
    clearTimeout(timer.current)
    if (!isUnsaved.current) return true
    return storeDraft(storageKey, { values: form.getValues(), etag, keptAt: new Date().toISOString() })
  })

  const handleChange = useEffectEvent((values: Values) => {
    isUnsaved.current = JSON.stringify(values) !== JSON.stringify(form.formState.defaultValues)
    clearTimeout(timer.current)
    if (isUnsaved.current) timer.current = setTimeout(() => store(), storeDelayMs)
    else storeDraft(storageKey, null)
  })

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => handleChange(values) }),
    [form],
  )
  useEffect(() => restore(), [])
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!store()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      store()
    }
  }, [])

  /** Deletes the draft after the form was saved or discarded. */
  const forget = () => {
    clearTimeout(timer.current)
    isUnsaved.current = false
    setRestoredFrom(null)
    storeDraft(storageKey, null)
  }
  return { restoredFrom, forget }
}
