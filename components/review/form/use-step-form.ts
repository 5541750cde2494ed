import { type ReactNode, useSyncExternalStore } from 'react'
import type { StepSaver } from '#lib/api/step-saver.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Question } from '#lib/review/questions/kinds.ts'
import type { LiveReview, ReviewSavers } from './review-savers.ts'

/** What the control of a question gets. */
export type ControlProps<Asked extends Question> = {
  question: Asked
  label: string
  /** The name of the field, its hint and error, and the button for comments. */
  frame: { name: string; error: string | undefined; hint?: ReactNode; required?: boolean; aside: ReactNode }
  value: unknown
  onChange: (value: unknown) => void
  /** Shown beside the label of an answer. */
  badges: Readonly<Record<string, ReactNode>>
  blockedBy: string | null
}

/** The signed-in person and their rights on reviews. */
export type ReviewReader = {
  /** Key under which unsaved texts are stored in the browser. */
  readonly email: string
  readonly name: string
  readonly canWrite: boolean
  /** True if the person may assign the reviews of others. */
  readonly canManage: boolean
  readonly isAdmin: boolean
}

export type StepProps = { review: Review; change: ChangeRecord; savers: ReviewSavers }

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

export const useField = <Value>(field: StepField<Value>) => ({
  ...field,
  value: useFieldValue(field),
  error: useSyncExternalStore(field.subscribe, field.readError, noError),
})

const noError = () => undefined
