import { z } from 'zod'
import * as adminRoutes from '../admin-routes.ts'
import { endpoint } from '../endpoint.ts'
import { EmailAddress, nameText, oneOf, text } from '../primitives.ts'
import { Role } from './accounts.ts'

export const maxAccountRows = 5_000
const maxFileLength = 1_000_000
const maxBodyBytes = 4 * 1024 * 1024

const cell = (what: string) => z.string({ error: 'must be text' }).max(1_000).default('').describe(what)

/** A row as it was typed; empty cells are empty texts. */
export const AccountRow = z
  .strictObject({
    name: cell('Name of the person'),
    email: cell('E-mail address to sign in with'),
    role: cell('viewer, reviewer, manager or admin, in any case'),
    user_name: cell('User name in other systems; imports find the person by it'),
    department: cell('Department'),
  })
  .meta({ id: 'AccountRow' })
export type AccountRow = z.infer<typeof AccountRow>

const column = z.string({ error: 'must be the name of a column' }).min(1).max(1_000).optional()

/** The columns of a file that fill the fields, where they are not recognised by their names. */
const AccountColumns = z
  .strictObject({ name: column, email: column, role: column, user_name: column, department: column })
  .meta({ id: 'AccountColumns' })
export type AccountColumns = z.infer<typeof AccountColumns>

/** What a row must hold to become an account. */
export const AccountOfRow = z.object({
  name: nameText(200),
  email: EmailAddress,
  role: z.string().toLowerCase().pipe(Role),
  user_name: text(128).nullable(),
  department: text(200).nullable(),
})
export type AccountOfRow = z.infer<typeof AccountOfRow>

const rowOutcomes = ['add', 'exists', 'refused'] as const

const CheckedAccountRow = z
  .object({
    row: AccountRow.describe('The row as it was sent'),
    outcome: oneOf(rowOutcomes).describe('`exists`: the address has an account, which stays as it is'),
    faults: z
      .array(
        z.object({
          field: AccountRow.keyof().describe('The cell'),
          issue: z.string().describe('What is wrong with it'),
        }),
      )
      .describe('Why a row is refused'),
  })
  .meta({ id: 'CheckedAccountRow' })
export type CheckedAccountRow = z.infer<typeof CheckedAccountRow>

const Rows = z
  .array(AccountRow)
  .min(1, { error: 'must have at least one row' })
  .max(maxAccountRows, { error: `must have at most ${maxAccountRows.toLocaleString('en')} rows` })

const exampleRow: AccountRow = {
  name: 'Ines Marchetti',
  email: 'ines.marchetti@hindsight.example',
  role: 'manager',
  user_name: 'imarchetti',
  department: 'Operations',
}

export const checkAccountRows = endpoint({
  ...adminRoutes.checkAccountRows,
  name: 'checkAccountRows',
  summary: 'Check what a file of people, or corrected rows of it, would add; nothing is written',
  description: `The file is CSV with a header, at most ${maxAccountRows.toLocaleString('en')} rows and 1 MB. Columns for name, email, role, user_name and department are recognised by their names in English, German, French, Dutch and Spanish, or chosen with \`columns\`; others are ignored. While name, email or role has no column there are no rows.`,
  access: { role: 'admin' },
  maxBodyBytes,
  body: z
    .strictObject({
      csv: z
        .string({ error: 'must be text' })
        .max(maxFileLength, { error: 'must have at most 1,000,000 characters' })
        .optional()
        .describe('Text of the file'),
      columns: AccountColumns.optional().describe('Columns of the file that fill the fields'),
      rows: Rows.optional().describe('Rows instead of a file'),
    })
    .refine(({ csv, rows }) => (csv === undefined) !== (rows === undefined), {
      path: ['csv'],
      error: 'or rows is required, but not both',
    }),
  response: z.object({
    rows: z.array(CheckedAccountRow).describe('In the order of the file'),
    columns: z.array(z.string()).describe('Columns of the file; empty for rows'),
    fields: z
      .array(
        z.object({
          field: AccountRow.keyof().describe('The field'),
          columns: z.array(z.string()).describe('The columns that fill it; several are joined'),
          is_required: z.boolean().describe('Whether rows need it'),
        }),
      )
      .describe('How the columns are read; empty for rows'),
    ignored_columns: z.array(z.string()).describe('Columns of the file that are not used'),
    is_mail_sent: z.boolean().describe('Whether invitations are mailed; without mail, links are shown to pass on'),
  }),
  examples: {
    body: { csv: 'name,email,role\nInes Marchetti,ines.marchetti@hindsight.example,manager\n' },
    response: {
      rows: [{ row: { ...exampleRow, user_name: '', department: '' }, outcome: 'add', faults: [] }],
      columns: ['name', 'email', 'role'],
      fields: [
        { field: 'name', columns: ['name'], is_required: true },
        { field: 'email', columns: ['email'], is_required: true },
        { field: 'role', columns: ['role'], is_required: true },
        { field: 'user_name', columns: [], is_required: false },
        { field: 'department', columns: [], is_required: false },
      ],
      ignored_columns: [],
      is_mail_sent: true,
    },
  },
})

export const addAccounts = endpoint({
  ...adminRoutes.addAccounts,
  name: 'addAccounts',
  summary: 'Add the accounts of many people at once, without passwords',
  description:
    'All or nothing: when a row is refused, nothing is written. Rows whose address has an account are skipped. Invited people get a link by which they choose a password; others can be invited later, or sign in with the sign-in provider.',
  access: { role: 'admin' },
  maxBodyBytes,
  body: z.strictObject({
    rows: Rows.describe('The rows, as they were checked'),
    invite: z.boolean({ error: 'must be true or false' }).describe('Whether to invite them now'),
  }),
  response: z.object({
    added: z.int().min(0).describe('Accounts added'),
    skipped: z.int().min(0).describe('Rows whose address has an account already'),
    links: z
      .array(
        z.object({
          email: z.string().describe('E-mail address of the account'),
          link: z.string().describe('Path of the link of the invitation'),
        }),
      )
      .describe('Invitations to pass on where this installation sends no mail; shown only once'),
  }),
  status: 201,
  errors: ['conflict'],
  examples: { body: { rows: [exampleRow], invite: true }, response: { added: 1, skipped: 0, links: [] } },
})
