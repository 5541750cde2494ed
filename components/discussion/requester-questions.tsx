'use client'

import dynamic from 'next/dynamic'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { useNow } from '#components/ui/time/clock.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { ReplyAnswer, RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { replyLabels } from '#lib/review/requester-replies.ts'

const QuestionForm = dynamic(() => import('./question-form.tsx').then((part) => part.QuestionForm), {
  loading: () => <SkeletonText lines={6} label="Loading the form" />,
})

type RequesterQuestionsProps = {
  reference: string
  questions: readonly RequesterQuestion[]
  /** E-mail address of the requester, if known. */
  requester: string | null
  canWrite: boolean
}

export function RequesterQuestions({ reference, questions, requester, canWrite }: RequesterQuestionsProps) {
  return (
    <Card aria-labelledby="requester">
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
          <AskDialog
            title="Ask the requester"
            description="They receive it by e-mail, or as a notification if they have an account. Nobody else gets the link."
            reference={reference}
            requester={requester ?? ''}
          />
        ) : null}
      </CardBody>
    </Card>
  )
}

type AskDialogProps = { title: string; description: string; reference: string; requester: string | null }

/** A button that opens the form to ask the requester or, if null, stakeholders. */
export const AskDialog = ({ title, description, ...asked }: AskDialogProps) => (
  <DialogButton
    className="self-start"
    dialog={(onClose) => (
      <Dialog open onOpenChange={onClose} title={title} description={description}>
        <QuestionForm {...asked} onDone={onClose} />
      </Dialog>
    )}
  >
    {title}
  </DialogButton>
)

const tones: Readonly<Record<ReplyAnswer, Tone>> = {
  yes: 'success',
  partly: 'warning',
  no: 'danger',
  still_good: 'success',
  better: 'success',
  worse: 'danger',
}

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
