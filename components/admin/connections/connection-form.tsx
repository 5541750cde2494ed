'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { FieldControl } from '#components/ui/form/field-control.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Connection } from '#lib/contracts/app/connection-records.ts'
import type { ConnectionPatch, NewConnection } from '#lib/contracts/app/connections.ts'
import type { ConnectorForm } from '#lib/contracts/connector-form.ts'
import { createConnection, updateConnection } from '#lib/contracts/routes.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { type ConnectionTexts, listFieldGroups, readTexts } from './connection-fields.ts'

type ConnectionFormProps = {
  kind: string
  /** Describes the fields of the kind. */
  shown: ConnectorForm
  /** Null to add a connection. */
  connection: Connection | null
  /** Initial texts of the controls. */
  start: ConnectionTexts
  mappings: readonly { readonly name: string; readonly kind: string }[]
}

/** Adds or changes a connection. */
export function ConnectionForm({ kind, shown, connection, start, mappings }: ConnectionFormProps) {
  const router = useRouter()
  const create = useEndpointMutation(createConnection)
  const update = useEndpointMutation(updateConnection)
  const save = (values: ConnectionTexts) => {
    const read = readTexts(shown, values)
    if (connection) return update.mutateAsync({ params: { id: connection.id }, body: read as ConnectionPatch })
    return create.mutateAsync({ body: { kind, name: (values.name ?? '').trim(), ...read } as NewConnection })
  }
  const { form, Field, state } = useServerForm<ConnectionTexts>({
    values: { name: '', ...start },
    send: async (values) => {
      const { id } = await save(values)
      router.push(connectionPaths.one(id))
      router.refresh()
    },
  })
  const texts = form.watch()
  const listMappings = (importKind: string) =>
    mappings.filter((mapping) => mapping.kind === importKind).map(({ name }) => ({ value: name, label: name }))
  const isSet = (key: string) =>
    key === 'secret'
      ? connection?.has_secret === true
      : key === 'signing_secret' && connection?.has_signing_secret === true
  return (
    <form onSubmit={state.onSubmit} method="post" noValidate className="flex max-w-2xl flex-col gap-5">
      <FormError>{state.error}</FormError>
      {connection ? null : (
        <Card>
          <CardBody>
            <Field
              name="name"
              label="Name"
              required
              hint="Lower-case letters, digits and hyphens, such as prod. Records and the history show it; it cannot be changed."
            />
          </CardBody>
        </Card>
      )}
      {listFieldGroups(shown).map(({ title, hint, fields }) => (
        <Card key={title} aria-labelledby={`group-${title}`}>
          <CardHeader id={`group-${title}`} title={title} {...(hint === undefined ? {} : { description: hint })} />
          <CardBody className="flex flex-col gap-4">
            {fields
              .filter(({ isShown }) => isShown === undefined || isShown(texts))
              .map(({ importKind, ...field }) => (
                <FieldControl
                  key={field.key}
                  field={importKind ? { ...field, options: listMappings(importKind) } : field}
                  form={form}
                  isSet={isSet(field.key)}
                  className={/^options\/(?:tables|writes)\/\w+\/\w/.test(field.key) ? 'ml-8' : ''}
                />
              ))}
          </CardBody>
        </Card>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={state.busy}>
          {connection ? 'Save' : 'Add connection'}
        </Button>
        <ButtonLink href={connection ? connectionPaths.one(connection.id) : connectionPaths.all}>Cancel</ButtonLink>
      </div>
    </form>
  )
}
