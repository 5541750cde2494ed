import { Account, Role } from '#lib/contracts/app/accounts.ts'
import { roles } from '#lib/contracts/endpoint.ts'
import { EmailAddress, nameText, text } from '#lib/contracts/primitives.ts'
import { Fault, readText } from '#server/import/cells/text.ts'
import { createWordReader, roleWords } from '#server/import/cells/vocabulary.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { accounts as table } from '#server/schema/access.ts'
import { defineTarget, type TargetFields } from './target.ts'

function readEmail(cell: unknown): string | Fault {
  const email = readText(cell)
  return email instanceof Fault ? email : normalizeEmail(email)
}

/** The fields of an account; the guessed columns are in five languages. */
const fields = {
  email: {
    read: readEmail,
    guesses: [
      'email',
      'e_mail',
      'mail',
      'email_address',
      'e_mail_address',
      'mailadresse',
      'email_adresse',
      'e_mail_adresse',
      'courriel',
      'adresse_e_mail',
      'adresse_email',
      'e_mailadres',
      'emailadres',
      'correo',
      'correo_electrónico',
    ],
    isRequired: true,
    limit: EmailAddress,
    column: { column: table.email, isInHistory: true },
  },
  name: {
    read: readText,
    guesses: [
      'full_name',
      'fullname',
      'display_name',
      'displayname',
      'anzeigename',
      'vollständiger_name',
      'nom_complet',
      'volledige_naam',
      'nombre_completo',
      { join: ['first_name', 'last_name'], with: ' ' },
      { join: ['vorname', 'name', 'nachname'], with: ' ' },
      { join: ['prénom', 'nom'], with: ' ' },
      { join: ['voornaam', 'naam', 'achternaam'], with: ' ' },
      { join: ['nombre', 'apellidos'], with: ' ' },
    ],
    isRequired: true,
    limit: nameText(200),
    column: { column: table.name, isInHistory: true },
  },
  role: {
    read: createWordReader(roleWords),
    values: roles,
    guesses: ['role', 'rolle', 'rôle', 'rol'],
    isRequired: true,
    limit: Role,
    column: { column: table.role, isInHistory: true },
  },
  user_name: {
    read: readText,
    guesses: [
      'user_name',
      'username',
      'login',
      'benutzername',
      'anmeldename',
      'identifiant',
      'gebruikersnaam',
      'nombre_de_usuario',
      'usuario',
    ],
    limit: text(128).nullable().default(null),
    column: { column: table.userName, isUnique: true, isInHistory: true },
  },
  department: {
    read: readText,
    guesses: ['department', 'abteilung', 'département', 'afdeling', 'departamento'],
    limit: text(200).nullable().default(null),
    column: { column: table.department, isInHistory: true },
  },
} as const satisfies TargetFields

/** People who may sign in. Existing accounts stay as they are, so that only an admin changes a role deliberately. */
export const accountTarget = defineTarget({
  entity: 'accounts',
  table,
  key: 'email',
  fields,
  exported: Account,
  complete: (row) => row,
  columns: [{ column: table.id, from: [], value: () => newId('acc', new Date()) }],
  onlyInserts: true,
  historyName: 'account',
  historyKey: table.id.name,
})
