'use client'

import { useSyncExternalStore } from 'react'
import type { LiveReview, ReviewSavers } from '#lib/api/review-savers.ts'
import type { StepSaver } from '#lib/api/step-saver.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'

export type StepProps = {
  review: Review
  change: ChangeRecord
  savers: ReviewSavers
  /** The forms of all steps, with unsaved edits. */
  live: LiveReview
}

/** One field of a step: its value, how to change it, and why the service refused it. */
export type StepField<Value> = {
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error: string | undefined
}

/** The form that a saver holds, and its fields by name. */
export function useStepForm<Form extends object>(saver: StepSaver<Form>) {
  const form = useSyncExternalStore(
    saver.subscribe,
    () => saver.form,
    () => saver.loaded,
  )
  const faults = useSyncExternalStore(
    saver.subscribe,
    () => (saver.state.kind === 'refused' ? saver.state.details : none),
    () => none,
  )
  const field = <Name extends keyof Form & string>(name: Name): StepField<Form[Name]> => ({
    name,
    value: form[name],
    onChange: (value) => saver.change({ [name]: value } as unknown as Partial<Form>),
    error: faults.find((fault) => fault.field === `form.${name}`)?.issue,
  })
  return { form, field }
}

const none: readonly { readonly field: string; readonly issue: string }[] = []
