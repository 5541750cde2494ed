import type { AccountRow } from '#lib/contracts/app/account-rows.ts'
import { Fault } from '#server/import/cells/fault.ts'
import { readText } from '#server/import/cells/text.ts'
import type { FieldSpec } from '#server/import/targets/field-spec.ts'

const roleWords: Readonly<Record<string, string>> = {
  reader: 'viewer',
  betrachter: 'viewer',
  leser: 'viewer',
  lecteur: 'viewer',
  lezer: 'viewer',
  lector: 'viewer',
  prüfer: 'reviewer',
  réviseur: 'reviewer',
  beoordelaar: 'reviewer',
  revisor: 'reviewer',
  administrator: 'admin',
  administrateur: 'admin',
  administrador: 'admin',
}

/** A role by its word in English, German, French, Dutch or Spanish; any other text as it is, to be corrected. */
function readRole(cell: unknown): string | Fault {
  const text = readText(cell)
  return text instanceof Fault ? text : (roleWords[text.normalize('NFC').toLowerCase()] ?? text)
}

/** The fields of an account, with the columns that are likely to hold them in five languages. */
export const accountFields: Readonly<Record<keyof AccountRow, FieldSpec>> = {
  name: {
    read: readText,
    isRequired: true,
    guesses: [
      ...['full_name', 'fullname', 'display_name', 'displayname', 'anzeigename', 'vollständiger_name', 'nom_complet'],
      ...['volledige_naam', 'nombre_completo'],
      { join: ['first_name', 'last_name'], with: ' ' },
      { join: ['vorname', 'name', 'nachname'], with: ' ' },
      { join: ['prénom', 'nom'], with: ' ' },
      { join: ['voornaam', 'naam', 'achternaam'], with: ' ' },
      { join: ['nombre', 'apellidos'], with: ' ' },
    ],
  },
  email: {
    read: readText,
    isRequired: true,
    guesses: [
      ...['email', 'e_mail', 'mail', 'email_address', 'e_mail_address', 'mailadresse', 'email_adresse'],
      ...['e_mail_adresse', 'courriel', 'adresse_e_mail', 'adresse_email', 'e_mailadres', 'emailadres', 'correo'],
      'correo_electrónico',
    ],
  },
  role: { read: readRole, isRequired: true, guesses: ['role', 'rolle', 'rôle', 'rol'] },
  user_name: {
    read: readText,
    guesses: [
      ...['user_name', 'username', 'login', 'benutzername', 'anmeldename', 'identifiant', 'gebruikersnaam'],
      ...['nombre_de_usuario', 'usuario'],
    ],
  },
  department: { read: readText, guesses: ['department', 'abteilung', 'département', 'afdeling', 'departamento'] },
}
