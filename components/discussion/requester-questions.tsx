'use client'

import { useState } from 'react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { useNow } from '#components/ui/time/clock.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { askRequester } from '#lib/contracts/routes.ts'
import { replyLabels } from '#lib/domain/review/requester-replies.ts'

type RequesterQuestionsProps = {
  reference: string
  questions: readonly RequesterQuestion[]
  /** E-mail address of the requester, if known. */
  requester: string | null
  canWrite: boolean
}

export function RequesterQuestions({ reference, questions, requester, canWrite }: RequesterQuestionsProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card aria-labelledby="requester" className="w-full lg:max-w-sm">
      <CardHeader id="requester" title="Requester feedback" />
      <CardBody className="flex flex-col gap-4">
        {questions.length === 0 ? (
          <p className="text-sm text-muted">Nobody has asked the requester yet whether the change worked for them.</p>
        ) : (
          <ul className="flex flex-col gap-4">
            {questions.map((question) => (
              <Question key={question.id} {...question} />
            ))}
          </ul>
        )}
        {canWrite ? (
          <Button className="self-start" onClick={() => setAsking(true)}>
            Ask the requester
          </Button>
        ) : null}
        <Dialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Ask the requester"
          description="They receive it by e-mail, or as a notification if they have an account. Nobody else gets the link."
        >
          {isAsking ? (
            <QuestionForm reference={reference} requester={requester ?? ''} onDone={() => setAsking(false)} />
          ) : null}
        </Dialog>
      </CardBody>
    </Card>
  )
}

const tones: Readonly<Record<'yes' | 'partly' | 'no', Tone>> = { yes: 'success', partly: 'warning', no: 'danger' }

function Question(question: RequesterQuestion) {
  const { answer, remark, answered_through: way } = question
  const requester = question.requester_name ?? question.requester
  return (
    <li className="flex flex-col gap-1 text-sm">
      <p className="break-words font-medium">{question.question}</p>
      <p className="text-xs break-words text-muted">
        {question.asked_by_name} asked {requester} <RelativeTime value={question.asked_at} />
      </p>
      {answer ? (
        <div className="mt-1 flex flex-col items-start gap-1 border-l-2 border-line-strong pl-3">
          <Badge tone={tones[answer]}>{replyLabels[answer]}</Badge>
          {remark ? <p className="break-words whitespace-pre-line">{remark}</p> : null}
          <p className="text-xs break-words text-muted">
            {way === 'account' ? `By ${requester}, signed in, ` : `Through the link sent to ${requester}, `}
            <RelativeTime value={question.answered_at} />
          </p>
        </div>
      ) : (
        <ReplyDeadline expiresAt={question.expires_at} />
      )}
    </li>
  )
}

function ReplyDeadline({ expiresAt }: { expiresAt: string }) {
  const hasExpired = Date.parse(expiresAt) <= useNow()
  return (
    <p className="text-xs text-muted">
      {hasExpired ? 'No reply; the link expired ' : 'No reply yet; the link is valid until '}
      <DateTime value={expiresAt} />
    </p>
  )
}

function QuestionForm({ reference, requester, onDone }: { reference: string; requester: string; onDone: () => void }) {
  const { Field, state } = useEndpointForm(askRequester, {
    schema: async () => (await import('#lib/contracts/app/review-discussion.ts')).NewRequesterQuestion,
    values: { requester, question: 'Did it work for you? What did not?', valid_days: 14 },
    focus: requester ? 'question' : 'requester',
    input: (body) => ({ params: { reference }, body }),
    done: (sent) => {
      const channels = [...(sent.is_mailed ? ['by e-mail'] : []), ...(sent.is_notified ? ['as a notification'] : [])]
      return {
        title: 'Question sent',
        description: `${sent.question.requester} receives it ${channels.join(' and ')}.`,
      }
    },
    onDone,
  })
  return (
    <EntryForm {...state} submitLabel="Send" onCancel={onDone}>
      <Field name="requester" label="Requester" required controlled={PersonInput} />
      <Field name="question" label="Question" required as={Textarea} rows={3} />
      <Field name="valid_days" label="Days to reply" hint="1 to 60" required type="number" min={1} max={60} />
    </EntryForm>
  )
}
