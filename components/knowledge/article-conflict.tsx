'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import type { Article, NewArticle } from '#lib/contracts/articles.ts'

type ArticleConflictProps = {
  newer: Article
  mine: NewArticle
  /** Continues with the text in the form; the next save then overwrites the newer version. */
  onKeepMine: () => void
  onLoadNewer: () => void
  onClose: () => void
}

/**
 * Notice that somebody else saved the article. Shows the newer version or, once that is loaded into the form, the
 * user's own text.
 */
export function ArticleConflict({ newer, mine, onKeepMine, onLoadNewer, onClose }: ArticleConflictProps) {
  const [ownArticle, setOwnArticle] = useState<NewArticle | null>(null)
  const shownArticle = ownArticle ?? newer
  const others = pickDifferences(newer.metadata, (ownArticle ?? mine).metadata ?? {})
  return (
    <Card role="alert" aria-labelledby="conflict-title" className="border-warning-line">
      <CardHeader
        id="conflict-title"
        title={ownArticle ? 'Your unsaved text, until you leave this page' : 'Somebody else saved this article'}
        description={
          ownArticle
            ? 'The form now contains the newer version. Copy from here what you want to keep.'
            : 'Your changes were not saved. Your text is still in the form below.'
        }
      />
      <CardBody className="flex flex-col gap-3">
        <Field label={ownArticle ? 'Your text' : 'Newer version'}>
          <Textarea readOnly rows={8} value={shownArticle.content} className="font-mono text-sm" />
        </Field>
        {Object.keys(others).length > 0 ? (
          <div>
            <p className="mb-1 text-sm font-medium">Other differences in the newer version</p>
            <JsonDocument value={others} emptyText="Nothing" />
          </div>
        ) : null}
      </CardBody>
      <CardFooter>
        {ownArticle ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button
              onClick={() => {
                setOwnArticle(structuredClone(mine))
                onLoadNewer()
              }}
            >
              Load the newer version
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

/** Returns the members of `one` that differ in `other`. */
function pickDifferences(
  one: Article['metadata'],
  other: NonNullable<NewArticle['metadata']>,
): Record<string, unknown> {
  const otherValues = other as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(otherValues[name] ?? null)),
  )
}
