'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { outgoingRequest } from './outgoing-request.ts'
import { type Sent, sendRequest } from './send-request.ts'
import { SentAnswer } from './sent-answer.tsx'
import { useToken } from './token-memory.tsx'
import type { Trial, TrialParameter } from './trial.ts'

type Outcome = { kind: 'idle' } | { kind: 'sending' } | { kind: 'answered'; sent: Sent } | { kind: 'failed' }

/** The parameters and the body of an operation as fields, and what the service answers to them. */
export function TryItForm({ trial }: { trial: Trial }) {
  const { id, method, parameters, body, tokenSystem, needsSession } = trial
  const [token, keepToken] = useToken(tokenSystem ?? '')
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' })

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const written = (name: string) => String(form.get(name) ?? '').trim()
    const request = outgoingRequest(trial, {
      valueOf: (name, place) => written(`${place}.${name}`),
      body: body && { type: written('type') || 'application/json', text: String(form.get('body') ?? '') },
      authorization: token === '' ? null : `Bearer ${token}`,
    })
    setOutcome({ kind: 'sending' })
    try {
      setOutcome({ kind: 'answered', sent: await sendRequest(request) })
    } catch {
      setOutcome({ kind: 'failed' })
    }
  }

  return (
    <form onSubmit={send} className="mt-2 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
      {method === 'get' ? null : <Notice tone="warning">This writes to the data of this service.</Notice>}
      {needsSession ? (
        <p className="text-sm text-muted">It is sent with the session of this browser; no token opens it.</p>
      ) : null}
      {tokenSystem === null ? null : (
        <Field
          id={`${id}-token`}
          label={`Bearer token for ${tokenSystem}`}
          hint="Kept in the memory of this page only. Without one, the session of this browser counts."
        >
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={token}
            onChange={(event) => keepToken(event.target.value.trim())}
          />
        </Field>
      )}
      {parameters.length > 0 ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {parameters.map((parameter) => (
            <ParameterField key={`${parameter.place}.${parameter.name}`} id={id} parameter={parameter} />
          ))}
        </div>
      ) : null}
      {body ? <BodyFields id={id} body={body} /> : null}
      <div>
        <Button type="submit" variant="primary" busy={outcome.kind === 'sending'}>
          Send <span className="sr-only">{id}</span>
        </Button>
      </div>
      <p role="status" className="sr-only">
        {outcome.kind === 'answered' ? `Answered ${outcome.sent.status} ${outcome.sent.statusText}` : ''}
      </p>
      {outcome.kind === 'answered' ? <SentAnswer sent={outcome.sent} /> : null}
      {outcome.kind === 'failed' ? (
        <Notice tone="danger" title="The service could not be reached" announce>
          Check the connection and send it again.
        </Notice>
      ) : null}
    </form>
  )
}

function ParameterField({ id, parameter }: { id: string; parameter: TrialParameter }) {
  const { name, place, isRequired, values, initial, placeholder } = parameter
  const field = `${place}.${name}`
  return (
    <Field id={`${id}-${field}`} label={`${name} (${place})`} required={isRequired}>
      {values.length > 0 ? (
        <NativeSelect
          name={field}
          defaultValue={initial}
          placeholder="—"
          options={values.map((value) => ({ value, label: value }))}
        />
      ) : (
        <Input
          name={field}
          defaultValue={initial}
          placeholder={placeholder}
          required={isRequired}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  )
}

function BodyFields({ id, body }: { id: string; body: NonNullable<Trial['body']> }) {
  return (
    <>
      {body.types.length > 1 ? (
        <Field id={`${id}-type`} label="Content-Type" className="sm:max-w-80">
          <NativeSelect name="type" options={body.types.map((type) => ({ value: type, label: type }))} />
        </Field>
      ) : null}
      <Field id={`${id}-body`} label="Body">
        <Textarea name="body" rows={6} spellCheck={false} defaultValue={body.text} className="font-mono text-xs" />
      </Field>
    </>
  )
}
