import { type SQL, sql } from 'drizzle-orm'
import { Account, Role } from '#lib/contracts/app/accounts.ts'
import { roles } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { Improvement, improvement } from '#lib/contracts/improvements.ts'
import { EmailAddress, lineText, nameText, text } from '#lib/contracts/primitives.ts'
import { Product, product } from '#lib/contracts/products.ts'
import { profile, User, user } from '#lib/contracts/users.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { readPrice } from '#server/import/cells/price.ts'
import { Fault, readText, readUrl } from '#server/import/cells/text.ts'
import { createWordReader, improvementStatusWords, roleWords } from '#server/import/cells/vocabulary.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { accounts } from '#server/schema/access.ts'
import { products, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { articleTarget } from './articles.ts'
import { changeTarget, incidentTarget, oldReviews } from './changes.ts'
import { columnNames, toTargetFields } from './fields.ts'
import { defineTarget, type RowOf, type RowRemarks, type Target, type TargetFields, winning } from './target.ts'

function readEmail(cell: unknown): string | Fault {
  const email = readText(cell)
  return email instanceof Fault ? email : normalizeEmail(email)
}

/** The fields of an account; the guessed columns are in five languages. */
const accountFields = {
  email: {
    read: readEmail,
    guesses: columnNames(
      'email, e_mail, mail, email_address, e_mail_address, mailadresse, email_adresse, e_mail_adresse, courriel',
      'adresse_e_mail, adresse_email, e_mailadres, emailadres, correo, correo_electrónico',
    ),
    isRequired: true,
    limit: EmailAddress,
    column: accounts.email,
    isInHistory: true,
  },
  name: {
    read: readText,
    guesses: [
      ...columnNames('full_name, fullname, display_name, displayname, anzeigename, vollständiger_name'),
      ...columnNames('nom_complet, volledige_naam, nombre_completo'),
      { join: ['first_name', 'last_name'], with: ' ' },
      { join: ['vorname', 'name', 'nachname'], with: ' ' },
      { join: ['prénom', 'nom'], with: ' ' },
      { join: ['voornaam', 'naam', 'achternaam'], with: ' ' },
      { join: ['nombre', 'apellidos'], with: ' ' },
    ],
    isRequired: true,
    limit: nameText(200),
    column: accounts.name,
    isInHistory: true,
  },
  role: {
    read: createWordReader(roleWords),
    values: roles,
    guesses: ['role', 'rolle', 'rôle', 'rol'],
    isRequired: true,
    limit: Role,
    column: accounts.role,
    isInHistory: true,
  },
  user_name: {
    read: readText,
    guesses: columnNames(
      'user_name, username, login, benutzername, anmeldename, identifiant, gebruikersnaam, nombre_de_usuario, usuario',
    ),
    limit: text(128).nullable().default(null),
    column: accounts.userName,
    isUnique: true,
    isInHistory: true,
  },
  department: {
    read: readText,
    guesses: ['department', 'abteilung', 'département', 'afdeling', 'departamento'],
    limit: text(200).nullable().default(null),
    column: accounts.department,
    isInHistory: true,
  },
} as const satisfies TargetFields

/** People who may sign in. Existing accounts stay as they are, so that only an admin changes a role deliberately. */
const accountTarget = defineTarget({
  entity: 'accounts',
  table: accounts,
  key: 'email',
  fields: accountFields,
  exported: Account,
  complete: (row) => row,
  columns: [{ column: accounts.id, from: [], value: () => newId('acc', new Date()) }],
  onlyInserts: true,
  historyName: 'account',
  historyKey: accounts.id.name,
})

const basePersonFields = toTargetFields({ ...user.fields, ...profile.fields }, users)

const userTarget = defineTarget({
  entity: 'users',
  historyName: 'user',
  table: users,
  key: 'id',
  fields: {
    ...basePersonFields,
    avatar_url: { ...basePersonFields.avatar_url, read: readUrl, isLenient: true },
    is_active: { ...basePersonFields.is_active, isLenient: true },
    created_at: { ...basePersonFields.created_at, absent: 'now' },
  },
  exported: User,
  complete: (row) => row,
  columns: [{ column: users.nameKey, from: ['name'], value: (row) => foldForSorting(row.name) }],
})

const baseProductFields = toTargetFields(product.fields, products)

const productTarget = defineTarget({
  entity: 'products',
  historyName: 'product',
  table: products,
  key: 'id',
  fields: { ...baseProductFields, price: { ...baseProductFields.price, read: readPrice } },
  exported: Product,
  complete: (row) => row,
})

/** Actions that people or API clients have edited keep their values. */
const isKeptWhenEdited = true

const keepVerified = (current: SQL, imported: SQL) =>
  sql`case when ${current} = 'verified' and ${imported} = 'done' then ${current} else ${imported} end`

const importedEvidence = 'Done before it was imported.'

/** Keeps the evidence of an action, and the time of one that stays done, if a file states neither. */
const keepEvidence = (current: SQL, imported: SQL) =>
  sql`coalesce(nullif(${imported}, ${importedEvidence}), ${current}, ${imported})`
const keepDoneAt = (current: SQL, imported: SQL) =>
  sql`case when ${winning(improvements.status)} = 'done' then coalesce(${imported}, ${current}) else ${imported} end`

const baseImprovementFields = toTargetFields(improvement.fields, improvements)

const improvementFields = {
  ...baseImprovementFields,
  title: { ...baseImprovementFields.title, isKeptWhenEdited },
  owner: { ...baseImprovementFields.owner, limit: lineText(254), isKeptWhenEdited },
  target_date: { ...baseImprovementFields.target_date, isKeptWhenEdited },
  description: { ...baseImprovementFields.description, isKeptWhenEdited },
  source_ref: {
    ...baseImprovementFields.source_ref,
    limit: improvement.fields.source_ref.sent.default('import'),
    isKeptWhenEdited,
  },
  category: { ...baseImprovementFields.category, isKeptWhenEdited },
  priority: { ...baseImprovementFields.priority, isKeptWhenEdited },
  status: {
    ...baseImprovementFields.status,
    read: createWordReader(improvementStatusWords),
    alsoFrom: ['done_at'],
    isKeptWhenEdited,
    update: keepVerified,
  },
  evidence: {
    ...baseImprovementFields.evidence,
    alsoFrom: ['status', 'done_at'],
    isKeptWhenEdited,
    update: keepEvidence,
  },
  done_at: { ...baseImprovementFields.done_at, alsoFrom: ['status'], isKeptWhenEdited, update: keepDoneAt },
  created_at: { ...baseImprovementFields.created_at, absent: 'now' },
} as const satisfies TargetFields

/**
 * Completes a row. An action without a status is done if it has a completion time. A done one gets evidence, an
 * unfinished one no time. A verified one is read as done, as no import verifies an action.
 */
function completeImprovement(row: RowOf<typeof improvementFields>, remarks: RowRemarks) {
  const statedStatus = row.status ?? (row.done_at === null ? 'open' : 'done')
  const status = statedStatus === 'verified' ? 'done' : statedStatus
  const isDone = status === 'done'
  if (statedStatus === 'verified')
    remarks.add('Status Verified is read as Done, because only a person verifies an action, in Hindsight', row.id)
  if (isDone && row.evidence === null)
    remarks.add(`Evidence is “${importedEvidence}” where a done action has none`, row.id)
  if (!isDone && row.done_at !== null) remarks.add('Done at is left out where the action is not done', row.id)
  return {
    ...row,
    status,
    source_type: /^pir/i.test(row.source_ref) ? 'pir' : 'import',
    evidence: isDone ? (row.evidence ?? importedEvidence) : row.evidence,
    done_at: isDone ? row.done_at : null,
  }
}

const improvementTarget = defineTarget({
  entity: 'improvements',
  table: improvements,
  key: 'id',
  fields: improvementFields,
  exported: Improvement,
  complete: completeImprovement,
  columns: [
    { column: improvements.sourceType, from: ['source_ref'], isKeptWhenEdited, value: (row) => row.source_type },
  ],
  historyName: 'improvement',
})

const targets = {
  accounts: accountTarget,
  users: userTarget,
  products: productTarget,
  changes: changeTarget,
  incidents: incidentTarget,
  articles: articleTarget,
  reviews: oldReviews,
  improvements: improvementTarget,
} satisfies Record<ImportKind, Target>

export const allTargets: Readonly<Record<ImportKind, Target>> = targets

export type FieldOf<Kind extends ImportKind> = keyof (typeof targets)[Kind]['fields'] & string
