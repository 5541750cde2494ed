import type { ServiceName } from '../catalogue.ts'

/** What breaks without any change: priority, and what was reported. `<store>`, `<site>` and `<count>` are drawn. */
export const workplaceReports = {
  'identity-sso': `
    3 | Colleague cannot register a new phone as second factor
    4 | Sign-in page in <site> shows in English instead of the chosen language
    3 | Access to the travel tool lost after change of department
    2 | Sign-in takes more than a minute for everyone in <site>
    4 | Security key is not recognised by the browser
    3 | <count> accounts locked after a password spraying attempt
    4 | Reminder to change a password arrives although none is asked for
    3 | Contractor’s access ended a week too early
    4 | Application tile missing on the start page of the stores`,
  'staff-directory': `
    4 | Manager shown in the directory is wrong
    3 | New starters of today have no account
    4 | Distribution list contains people who left
    3 | Group change for <site> not effective after a day
    4 | Photo of a colleague is shown at another person
    4 | Room list of <site> still shows the old building
    3 | Two people with one name share a mailbox address`,
  'certificate-authority': `
    4 | Request for a certificate has waited for approval for three days
    3 | Revocation list is older than a day
    4 | Name missing in the certificate of a test system
    4 | Developer asks for a certificate with a wildcard
    4 | Renewal reminder goes to a former colleague`,
  'secrets-vault': `
    3 | Pipeline cannot read a secret, permission denied
    4 | Audit log of the vault is not shipped since <count> hours
    4 | Token of a build expired too early
    4 | Developer needs access to one more path
    3 | Secret was printed in a build log, to be replaced`,
  'virtual-desktops': `
    3 | Virtual desktop shows a black screen after sign-in
    4 | Second screen is not recognised in a virtual desktop
    3 | Design software is slow in the virtual desktop
    4 | Clipboard does not work between laptop and virtual desktop
    3 | <count> desktops of the finance pool cannot start
    4 | Keyboard layout changes to English after reconnecting
    3 | Sound stutters in virtual desktops during calls
    4 | Desktop of a colleague shows last year’s wallpaper and settings`,
  'print-service': `
    4 | Printer on floor <count> in <site> prints blank pages
    4 | Toner message although toner is new
    3 | All printers in <site> are offline
    4 | Pull printing does not accept a new badge
    3 | Delivery notes are printed without the logo
    4 | Tray <count> is not found by the driver
    3 | Posters are printed in black and white in <site>
    4 | Price labels come out slightly too small`,
  'mail-relay': `
    3 | Mails to a large customer are delayed by <count> minutes
    4 | Newsletter test mail does not arrive
    3 | Mail with invoice refused, attachment type
    4 | Sender name shown wrong for service mails
    4 | Bounce messages arrive for mails that nobody sent
    3 | Scan to mail is slow in <site>`,
  mailboxes: `
    4 | Shared mailbox is missing in the mail program
    3 | Calendar of the <site> meeting rooms does not accept bookings
    4 | Out-of-office reply cannot be switched off
    4 | Mailbox full, quota to be raised
    3 | Mails of a colleague land in the wrong folder since yesterday
    3 | Phishing mail reported by <count> people
    4 | Meeting series shows an hour off after moving it
    3 | Mails to a distribution list arrive for half of the team
    4 | Signature shows the old logo`,
  intranet: `
    4 | Canteen menu of <site> is last week’s
    4 | Search in the intranet finds deleted pages
    3 | Intranet not reachable from the stores
    4 | Video on the start page does not play
    4 | Form for business cards loses the address
    4 | News of <site> cannot be commented on
    3 | Phone list on the intranet is empty
    4 | Bookmark page does not load on tablets`,
  'laptop-fleet': `
    3 | Laptop does not start after update
    4 | Docking station is not recognised
    4 | Battery lasts for less than an hour
    3 | Disk encryption asks for a recovery key
    4 | Camera is dark in video meetings
    3 | Laptop stolen on a train, to be locked
    4 | Software request: drawing program
    4 | Keyboard with sticking keys, replacement
    3 | Laptop loses the network in standby and restarts
    4 | Mouse pointer jumps on external screen`,
} as const satisfies Partial<Record<ServiceName, string>>
