'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { ErrorSummary } from '#components/ui/form/error-summary.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { RestoredDraft, useFormDraft } from '#components/ui/form/use-form-draft.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { ApiError } from '#lib/api/api-error.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { createLazyResolver, showServerErrors } from '#lib/api/form-errors.ts'
import { buildDraftKey } from '#lib/api/stored-drafts.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Article, NewArticle } from '#lib/contracts/articles.ts'
import { createArticle, getArticle, updateArticle } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ArticleFields, type ArticleFieldsProps, articleFieldLabels, articleFieldNames } from './article-fields.tsx'

const resolver = createLazyResolver(async () => (await import('#lib/contracts/articles.ts')).NewArticle)

type ArticleFormProps = {
  /** The edited article; null for a new one. */
  saved: { id: string; etag: string } | null
  values: NewArticle
  /** Id of the user, for drafts in the browser. */
  owner: string
  inUse: ArticleFieldsProps['inUse']
}

/** Creates or edits an article. Drafts survive leaving the page, and a newer version is never overwritten silently. */
export function ArticleForm({ saved, values, owner, inUse }: ArticleFormProps) {
  const router = useRouter()
  const create = useEndpointMutation(createArticle, ['Search'])
  const update = useEndpointMutation(updateArticle, ['Search'])
  const attempt = useRef({ body: '', key: '' })
  const [newer, setNewer] = useState<{ article: Article; etag: string | null } | null>(null)
  const form = useForm<NewArticle, unknown, NewArticle>({
    resolver,
    defaultValues: values,
    shouldFocusError: false,
  })
  const { errors, submitCount, isSubmitting } = form.formState
  const { etag, setEtag, forget, restored } = useFormDraft({
    form,
    storageKey: buildDraftKey('article', owner, saved?.id ?? 'new'),
    values,
    savedEtag: saved?.etag ?? null,
  })
  const send = (article: NewArticle) => {
    if (saved)
      return update.mutateAsync({ params: { id: saved.id }, body: article, ...(etag ? { ifMatch: etag } : {}) })
    const body = JSON.stringify(article)
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() }
    return create.mutateAsync({ body: article, idempotencyKey: attempt.current.key })
  }
  const submit = form.handleSubmit(async (article) => {
    try {
      const { id } = await send(article)
      forget()
      showToast({ kind: 'success', title: saved ? 'Saved' : 'Published in the knowledge base' })
      router.push(pagePaths.article(id))
    } catch (error) {
      if (saved && error instanceof ApiError && error.code === 'precondition_failed') await showNewer(saved.id)
      else showServerErrors(error, articleFieldNames, form.setError)
    }
  })
  const showNewer = async (id: string) => {
    try {
      const { data, etag: current } = await callEndpoint(getArticle, { params: { id } })
      setNewer({ article: data, etag: current })
    } catch (error) {
      showServerErrors(error, articleFieldNames, form.setError)
    }
  }
  const leave = saved ? pagePaths.article(saved.id) : pagePaths.knowledge

  return (
    <form onSubmit={submit} noValidate aria-label="Article" className="flex max-w-4xl flex-col gap-5">
      <RestoredDraft {...restored} title="Unsaved text restored" discardLabel="Discard" />
      <ErrorSummary errors={errors} attempt={submitCount} labels={articleFieldLabels} />
      {newer ? (
        <ArticleConflict
          newer={newer.article}
          mine={form.getValues()}
          onKeepMine={() => {
            setEtag(newer.etag)
            setNewer(null)
          }}
          onLoadNewer={() => {
            form.reset({ content: newer.article.content, metadata: newer.article.metadata })
            setEtag(newer.etag)
          }}
          onClose={() => setNewer(null)}
        />
      ) : null}
      <ArticleFields form={form} isNew={saved === null} inUse={inUse} />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-bg py-3">
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {saved ? 'Save' : 'Publish'}
        </Button>
        <ButtonLink href={leave} variant="ghost">
          {saved ? 'Back to the article' : 'Back to the knowledge base'}
        </ButtonLink>
        <p className="text-xs text-muted">
          {saved ? 'Everyone sees the change as soon as you save.' : 'Everyone can read it as soon as you publish.'}{' '}
          Until then your draft stays in this browser.
        </p>
      </div>
    </form>
  )
}

type ArticleConflictProps = {
  newer: Article
  mine: NewArticle
  /** Continues with the text in the form; the next save then overwrites the newer version. */
  onKeepMine: () => void
  onLoadNewer: () => void
  onClose: () => void
}

/** Shows the version of somebody else or, once that is loaded into the form, the person's own text. */
function ArticleConflict({ newer, mine, onKeepMine, onLoadNewer, onClose }: ArticleConflictProps) {
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
