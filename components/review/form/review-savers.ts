import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { relatedIncidentsQuery, reviewQuery } from '#lib/api/review-queries.ts'
import { type SavedForm, type SaveState, StepSaver } from '#lib/api/step-saver.ts'
import { buildDraftKey, createBrowserDraftStore } from '#lib/api/stored-drafts.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { findReview, saveReviewStep } from '#lib/contracts/routes.ts'
import { pickForms, type ReviewFormValues } from '#lib/review/forms.ts'
import { listQuestions } from '#lib/review/questions/question.ts'
import { steps as stepQuestions } from '#lib/review/questions/steps.ts'

type Savers = { readonly [Step in ReviewStep]: StepSaver<ReviewForm<Step>> }

/** The forms of a review as the person sees them, with their save states. */
export type LiveReview = {
  readonly forms: ReviewFormValues
  readonly states: { readonly [Step in ReviewStep]: SaveState<ReviewForm<Step>> }
}

function toLiveReview(review: Review): LiveReview {
  const entries = reviewSteps.map((step) => [step, { kind: 'saved', at: review.steps[step].saved_at }])
  return { forms: pickForms(review), states: Object.fromEntries(entries) }
}

const pauseMs = 150

/** Savers of all steps of a review. They outlive the page, so that a person who comes back sees a save in progress. */
export class ReviewSavers {
  readonly steps: Savers
  #live: LiveReview
  readonly #listeners = new Set<() => void>()

  constructor(client: QueryClient, review: Review, account: string) {
    const entries = reviewSteps.map((step) => [step, makeSaver(client, review, account, step)])
    this.steps = Object.fromEntries(entries)
    this.#live = this.#read()
    for (const step of reviewSteps) {
      this.steps[step].subscribe(() => {
        this.#live = this.#read()
        for (const listener of this.#listeners) listener()
      })
    }
  }

  /** Returns a new object after every change, as `useSyncExternalStore` requires. */
  readonly getLive = (): LiveReview => this.#live

  /** The forms of the first render in the browser. */
  readonly getLoaded = (): ReviewFormValues => this.#readAll('loaded') as ReviewFormValues

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls a listener when changes pause, so that components that derive from the forms do not render at every key. */
  readonly subscribeLate = (listener: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = this.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(listener, pauseMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }

  /** Takes over steps that somebody else saved, except those with own unsaved changes. */
  adopt(review: Review): void {
    for (const step of reviewSteps) (this.steps[step] as StepSaver<object>).adopt(review.steps[step])
  }

  async flush(): Promise<void> {
    await Promise.all(reviewSteps.map((step) => this.steps[step].flush()))
  }

  #read(): LiveReview {
    return { forms: this.#readAll('form'), states: this.#readAll('state') } as LiveReview
  }

  #readAll(part: 'form' | 'loaded' | 'state') {
    return Object.fromEntries(reviewSteps.map((step) => [step, this.steps[step][part]]))
  }
}

const saversByClient = new WeakMap<QueryClient, Map<string, ReviewSavers>>()

/** The savers of a review for an account; the same object while the app is open. */
function getReviewSavers(client: QueryClient, review: Review, account: string): ReviewSavers {
  const ofClient = saversByClient.get(client) ?? new Map<string, ReviewSavers>()
  saversByClient.set(client, ofClient)
  const key = `${account} ${review.reference}`
  const savers = ofClient.get(key) ?? new ReviewSavers(client, review, account)
  ofClient.set(key, savers)
  return savers
}

/** A save without a response for this long counts as failed and is retried. */
const saveTimeoutMs = 20_000

function makeSaver<Step extends ReviewStep>(
  client: QueryClient,
  { reference, change_number: number, steps }: Review,
  account: string,
  step: Step,
): StepSaver<ReviewForm<Step>> {
  type Saved = SavedForm<ReviewForm<Step>>
  return new StepSaver<ReviewForm<Step>>({
    saved: steps[step] as Saved,
    fields: listQuestions(stepQuestions[step]).map(([name]) => name as keyof ReviewForm<Step>),
    store: createBrowserDraftStore(buildDraftKey('review', account, `${reference}.${step}`)),
    save: async (form, version) => {
      const call = { params: { reference, step }, body: { version, form: form as Record<string, unknown> } }
      const options = { keepalive: true, signal: AbortSignal.timeout(saveTimeoutMs) }
      return (await callEndpoint(saveReviewStep, call, options)).data.saved as Saved
    },
    load: async () => {
      const { data } = await callEndpoint(findReview, { params: { number } })
      if (!data.review) throw new Error('The review no longer exists.')
      return data.review.steps[step] as Saved
    },
    onSaved: (saved) => {
      const { queryKey } = reviewQuery(number)
      const isBegun = client.getQueryData(queryKey)?.review?.status === 'not_started'
      client.setQueryData(queryKey, (before) =>
        before?.review ? { review: { ...before.review, steps: { ...before.review.steps, [step]: saved } } } : before,
      )
      // A caused incident may change which checks it asks.
      if (isBegun || step === 'incidents') void client.invalidateQueries({ queryKey })
      if (step === 'incidents') void client.invalidateQueries({ queryKey: relatedIncidentsQuery(number).queryKey })
    },
  })
}

const flushEvents = ['online', 'focus', 'pagehide'] as const

/** Returns the savers of a review. Saves pending edits when the network returns and when the page is shown or left. */
export function useReviewSavers(review: Review, account: string): ReviewSavers {
  const client = useQueryClient()
  const savers = getReviewSavers(client, review, account)

  useEffect(() => savers.adopt(review), [savers, review])

  useEffect(() => {
    const flush = () => void savers.flush()
    flush()
    for (const event of flushEvents) window.addEventListener(event, flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      for (const event of flushEvents) window.removeEventListener(event, flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [savers])

  return savers
}

export function useLiveReview(
  savers: ReviewSavers,
  review: Review,
  subscribe: ReviewSavers['subscribe'] = savers.subscribe,
): LiveReview {
  const saved = useMemo(() => toLiveReview(review), [review])
  return useSyncExternalStore(subscribe, savers.getLive, () => saved)
}

/** Returns the review with the edits of this page, updated once they pause. */
export const useLateReview = (savers: ReviewSavers, review: Review): LiveReview =>
  useLiveReview(savers, review, savers.subscribeLate)
