'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { JsonDocument } from '#components/ui/json-document.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { Article, NewArticle } from '#lib/contracts/articles.ts'

type ArticleConflictProps = {
  newer: Article
  mine: NewArticle
  /** Goes on with the text in the form; the next save writes over the newer one. */
  onKeepMine: () => void
  onTakeNewer: () => void
  onClose: () => void
}

/** Somebody else saved the article meanwhile: the newer one beside the form, and after taking it, one's own. */
export function ArticleConflict({ newer, mine, onKeepMine, onTakeNewer, onClose }: ArticleConflictProps) {
  const [kept, setKept] = useState<NewArticle | null>(null)
  const shown = kept ?? newer
  const others = differing(newer.metadata, (kept ?? mine).metadata ?? {})
  return (
    <Card role="alert" aria-labelledby="conflict-title" className="border-warning-line">
      <CardHeader
        id="conflict-title"
        title={kept ? 'Your own text, for as long as you stay here' : 'Somebody else saved this article meanwhile'}
        description={
          kept
            ? 'The form below holds the newer text. Take over from here what should not be lost.'
            : 'Nothing of yours was saved yet, and nothing is lost: your text is still in the form below.'
        }
      />
      <CardBody className="flex flex-col gap-3">
        <Field label={kept ? 'Your text' : 'The newer text'}>
          <Textarea readOnly rows={8} value={shown.content} className="font-mono text-sm" />
        </Field>
        {Object.keys(others).length > 0 ? (
          <div>
            <p className="mb-1 text-sm font-medium">What else differs in the newer article</p>
            <JsonDocument value={others} emptyText="Nothing" />
          </div>
        ) : null}
      </CardBody>
      <CardFooter>
        {kept ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button
              onClick={() => {
                setKept(structuredClone(mine))
                onTakeNewer()
              }}
            >
              Take the newer text
            </Button>
            <Button variant="primary" onClick={onKeepMine}>
              Keep mine
            </Button>
          </>
        )}
      </CardFooter>
    </Card>
  )
}

/** The members of the first that are not the same in the second. */
function differing(one: Article['metadata'], other: NonNullable<NewArticle['metadata']>): Record<string, unknown> {
  const its = other as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(its[name] ?? null)),
  )
}
