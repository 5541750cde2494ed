'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { EntryForm } from '#components/ui/entry-form.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { askRequester } from '#lib/api/discussion-calls.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { NewRequesterQuestion } from '#lib/contracts/app/requester-questions.ts'

type Values = z.input<typeof NewRequesterQuestion>
type Asked = { readonly link: string; readonly isMailed: boolean }
type AskFormProps = { reference: string; requester: string; onDone: () => void }

const fields = ['requester', 'question', 'valid_days'] as const

/** The question, whom and for how long; afterwards the link, which is shown this once. */
export function AskForm({ reference, requester, onDone }: AskFormProps) {
  const ask = useEndpointMutation(askRequester)
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useForm<Values, unknown, z.output<typeof NewRequesterQuestion>>({
    resolver: zodResolver(NewRequesterQuestion),
    defaultValues: { requester, question: 'Did it work for you? What did not?', valid_days: 14 },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus(requester ? 'question' : 'requester'), [setFocus, requester])
  const submit = form.handleSubmit(async (body) => {
    try {
      const { path, is_mailed: isMailed } = await ask.mutateAsync({ params: { reference }, body })
      setAsked({ link: new URL(path, window.location.origin).href, isMailed })
    } catch (error) {
      showServerErrors(error, fields, form.setError)
    }
  })
  if (asked) return <AskedNotice {...asked} onDone={onDone} />
  return (
    <EntryForm fault={errors.root?.message} isBusy={isSubmitting} submitLabel="Ask" onSubmit={submit} onCancel={onDone}>
      <Field label="Requester" name="requester" hint="E-mail address" required error={errors.requester?.message}>
        <Input type="email" autoComplete="off" {...form.register('requester')} />
      </Field>
      <Field label="Question" name="question" required error={errors.question?.message}>
        <Textarea rows={3} {...form.register('question')} />
      </Field>
      <Field label="Days to answer" name="valid_days" hint="1 to 60" required error={errors.valid_days?.message}>
        <Input type="number" min={1} max={60} {...form.register('valid_days', { valueAsNumber: true })} />
      </Field>
    </EntryForm>
  )
}

function AskedNotice({ link, isMailed, onDone }: Asked & { onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success" title={isMailed ? 'The question is on its way' : 'The question is ready'} announce>
        {isMailed
          ? 'It goes out by e-mail. You can also pass the link on yourself; it is shown this once.'
          : 'Mail is switched off here: pass the link on yourself. It is shown this once.'}
      </Notice>
      <Field label="Link" name="link">
        <Input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex gap-2">
        <CopyButton value={link} what="the link" wide />
        <Button variant="ghost" onClick={onDone}>
          Close
        </Button>
      </div>
    </div>
  )
}
