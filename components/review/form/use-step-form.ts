'use client'

import { useEffect } from 'react'
import { type DefaultValues, type Path, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { isSameForm } from '#lib/api/same-form.ts'
import type { StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { loadSchemas } from './load-schemas.ts'
import { focusHash } from './use-step-address.ts'

/** A form that saves automatically. Edits go to the saver, its updates come back, and rejections show at their fields. */
export function useStepForm<Step extends ReviewStep>(
  step: Step,
  saver: StepSaver<ReviewForm<Step>>,
  shown: ReviewForm<Step>,
): UseFormReturn<ReviewForm<Step>> {
  type Form = ReviewForm<Step>
  const form = useForm<Form>({
    resolver: async (values, context, options) => {
      const loaded = await loadSchemas().catch(() => null)
      if (!loaded) return { values, errors: {} }
      const [{ zodResolver }, { reviewForms }] = loaded
      return (zodResolver(reviewForms[step]) as unknown as Resolver<Form>)(values, context, options)
    },
    defaultValues: shown as DefaultValues<Form>,
    mode: 'onChange',
  })

  const isHydrated = useHydrated()
  useEffect(() => {
    if (isHydrated) focusHash()
  }, [isHydrated])

  useEffect(() => {
    const takeUpdate = () => {
      if (!isSameForm(form.getValues(), saver.form)) form.reset(structuredClone(saver.form))
    }
    const showErrors = () => {
      if (saver.state.kind !== 'refused') return
      for (const { field, issue } of saver.state.details) {
        form.setError(field.replace(/^form\./, '') as Path<Form>, { type: 'server', message: issue })
      }
    }
    takeUpdate()
    showErrors()
    const stopListening = saver.subscribe(() => {
      takeUpdate()
      showErrors()
    })
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saver.change(structuredClone(values) as Form),
    })
    return () => {
      stopListening()
      stopWatching()
      void saver.flush()
    }
  }, [form, saver])

  return form
}
