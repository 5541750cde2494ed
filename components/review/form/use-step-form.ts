import { useSyncExternalStore } from 'react'
import type { StepSaver } from '#lib/api/step-saver.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { LiveReview, ReviewSavers } from './review-savers.ts'

export type StepProps = { review: Review; change: ChangeRecord; savers: ReviewSavers }

/** Props of the last step, with the forms of all steps including unsaved edits. */
export type SignOffProps = StepProps & { live: LiveReview }

/** One field of a step: reads, follows and changes its value, and reads the service's reason for refusing it. */
export type StepField<Value> = {
  readonly name: string
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => Value
  /** The value of the first render in the browser. */
  readonly readLoaded: () => Value
  readonly readError: () => string | undefined
  readonly onChange: (value: Value) => void
}

/** Returns a function that binds a field of the saver's form by its name. */
export const bindFields =
  <Form extends object>(saver: StepSaver<Form>) =>
  <Name extends keyof Form & string>(name: Name): StepField<Form[Name]> => ({
    name,
    subscribe: saver.subscribe,
    read: () => saver.form[name],
    readLoaded: () => saver.loaded[name],
    readError: () =>
      saver.state.kind === 'refused'
        ? saver.state.details.find((fault) => fault.field === `form.${name}`)?.issue
        : undefined,
    onChange: (value) => saver.change({ [name]: value } as unknown as Partial<Form>),
  })

/** Returns the value of a field. Typing in another field does not render the caller again. */
export const useFieldValue = <Value>({ subscribe, read, readLoaded }: StepField<Value>): Value =>
  useSyncExternalStore(subscribe, read, readLoaded)

/** Returns a field with its value and the service's reason for refusing it. */
export const useField = <Value>(field: StepField<Value>) => ({
  ...field,
  value: useFieldValue(field),
  error: useSyncExternalStore(field.subscribe, field.readError, noError),
})

const noError = () => undefined
