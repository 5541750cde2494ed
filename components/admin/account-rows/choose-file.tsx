'use client'

import { useState } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

const maxBytes = 1_000_000

/** A box for the CSV file, with the columns that it may have. */
export function ChooseFile({ isBusy, onFile }: { isBusy: boolean; onFile: (csv: string) => void }) {
  const [error, setError] = useState<string>()
  const read = async (file: File | undefined) => {
    setError(undefined)
    if (!file) return
    if (file.size > maxBytes) return setError('The file is larger than 1 MB. Split it into several.')
    onFile(decode(await file.arrayBuffer()))
  }
  return (
    <Card aria-labelledby="accounts-file">
      <CardHeader
        id="accounts-file"
        title="File"
        description="CSV with a header line, at most 5,000 rows and 1 MB. Columns are recognised in five languages, or chosen in the next step. The roles are viewer, reviewer, manager and admin."
      />
      <CardBody className="flex flex-col gap-4">
        <pre className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap break-words">
          {example}
        </pre>
        <Field
          label="CSV file"
          hint="user_name and department are optional; imports find people by their user name."
          error={error}
        >
          <Input
            type="file"
            className="pt-1.5"
            accept=".csv,text/csv"
            disabled={isBusy}
            onChange={({ target }) => read(target.files?.[0])}
          />
        </Field>
      </CardBody>
    </Card>
  )
}

const example = `name,email,role,user_name,department
Ada Berg,ada@example.org,admin,aberg,IT`

/** UTF-8, else windows-1252, in which spreadsheets save. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
