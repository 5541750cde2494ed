import { foldForSorting } from '#lib/domain/fold-for-sorting.ts'
import { type TeamName, teamNames } from './catalogue.ts'
import { readTable } from './read-table.ts'

/** Who the people of the demo are, in the order of their ids: name, sign-in name where they have one, team, place, bio. */
const table = `
Henrike Vos | manager | Change Management | Utrecht | Change manager for commerce and payments. Owns the review queue and reads every backout plan to the end.
Paolo Ferrand | manager2 | Change Management | Turin | Change manager for infrastructure. Came from the warehouse floor and still asks who will be standing there at six.
Noor Haddad | reviewer | Change Management | Leeds | Reviews changes to platforms and databases. Twelve years of on-call before that.
Callum Reid | reviewer2 | Change Management | Leeds | Reviews network and workplace changes. Keeps the lesson library tidy.
Maja Lindqvist | viewer | Service Desk | Gothenburg | Leads the first line. Reads reviews to know what callers will ask on Monday.
Sanna Koskinen | admin | Platform Engineering | Tallinn | Looks after the tools of the IT department, this one included.
Ines Marchetti | - | Change Management | Turin | Runs the change advisory board.
Tomas Lind | - | Database Operations | Gothenburg | PostgreSQL since version 8. Measures first, then books the window.
Priya Raman | - | Database Operations | Leeds | Database administrator for the order systems; writes the runbooks that others follow at night.
Jiří Novotný | - | Database Operations | Graz | Replication, backups and the unloved reporting replicas.
Adaeze Okafor | - | Database Operations | Leeds | Leads the database team.
Benoît Charpentier | - | Database Operations | Lyon | Query tuning and capacity.
Marek Sobota | - | Network Operations | Graz | Data centre switching and routing. Cables are labelled or they are not there.
Åsa Bergström | - | Network Operations | Gothenburg | Load balancers, certificates on the edge and everything with a health check.
Diogo Pacheco | - | Network Operations | Porto | Firewalls and segmentation.
Yusuf Demir | - | Network Operations | Utrecht | Leads the network team. Voice, wireless and the carrier contracts.
Hanne Solberg | - | Network Operations | Gothenburg | DNS, DHCP and address plans.
Ravi Menon | - | Platform Engineering | Leeds | Kubernetes clusters and node images.
Clara Weidinger | - | Platform Engineering | Graz | Build pipelines and artifact storage.
Oisín Byrne | - | Platform Engineering | Leeds | Message brokers and the queues nobody else remembers.
Lucía Ferreyra | - | Platform Engineering | Porto | Leads the platform team.
Nils Aaltonen | - | Platform Engineering | Tallinn | Metrics, logs and alert rules; deletes more alerts than he adds.
Thandiwe Mokoena | - | Identity and Access | Utrecht | Single sign-on and the applications behind it.
Viktor Halász | - | Identity and Access | Graz | Staff directory, group lifecycle and joiner-leaver scripts.
Siobhán O’Dea | - | Identity and Access | Leeds | Leads identity. Rolled out the second factor to 4,000 people and remembers each exception.
Karim Benali | - | Identity and Access | Lyon | Access reviews and privileged accounts.
Elin Sandvik | - | Security Operations | Gothenburg | Vulnerability response; decides what cannot wait for the weekend.
Matteo Grassi | - | Security Operations | Turin | Internal certificate authority and secrets.
Dunja Petrović | - | Security Operations | Graz | Detection rules and incident handling.
Wei-Lin Chao | - | Security Operations | Leeds | Leads security operations.
Joris Hendrikx | - | Storage and Backup | Utrecht | Block storage and fabric switches.
Anneke Dekker | - | Storage and Backup | Utrecht | File services and permissions, quota by quota.
Fergus Allan | - | Storage and Backup | Leeds | Backup and restore tests; believes only in restores.
Mirela Stan | - | Storage and Backup | Turin | Leads storage and backup.
Sofia Almeida | - | Workplace Services | Porto | Mail and calendars.
Piotr Zawada | - | Workplace Services | Graz | Laptop images and software packages.
Grace Mbeki | - | Workplace Services | Leeds | Virtual desktops and printing.
Leena Virtanen | - | Workplace Services | Tallinn | Leads workplace services.
Tobias Kern | - | Workplace Services | Graz | Intranet and collaboration tools.
Amara Diallo | - | Payments Engineering | Lyon | Card payments and refunds.
Gustav Ekholm | - | Payments Engineering | Gothenburg | Settlement, ledgers and the files that banks want by seven.
Zoë Laurent | - | Payments Engineering | Lyon | Leads payments engineering.
Hamza Qureshi | - | Payments Engineering | Leeds | Fraud checks and payment providers.
Beatriz Nogueira | - | Commerce Engineering | Porto | Checkout and delivery options.
Rasmus Holm | - | Commerce Engineering | Gothenburg | Orders and returns.
Mei Tanaka | - | Commerce Engineering | Utrecht | Product search and its indexes.
Emre Yıldız | - | Commerce Engineering | Utrecht | Customer portal.
Charlotte Dufour | - | Commerce Engineering | Lyon | Leads commerce engineering.
Willem de Graaf | - | Business Applications | Utrecht | Warehouse management, from scanner to lorry.
Katrin Aigner | - | Business Applications | Graz | Finance system and the calendar of the closes.
Owen Pritchard | - | Business Applications | Leeds | HR portal and payroll interfaces.
Federica Bassi | - | Business Applications | Turin | Leads business applications.
Ana Kovač | - | Data and Reporting | Graz | Warehouse loads and data quality.
Samuel Adeyemi | - | Data and Reporting | Leeds | Reports for the stores and the board.
Ingrid Thorsen | - | Data and Reporting | Gothenburg | Leads data and reporting.
Nadia Rahimi | - | Service Desk | Utrecht | First line, stores and warehouse.
Peter Blume | - | Service Desk | Graz | First line, offices; collects the oddest tickets.
Chiara Lombardi | - | Service Desk | Turin | First line, weekends.
Kofi Asante | - | Service Desk | Leeds | Problem coordinator: finds the third incident that looks like the first two.
Julia Steiner | - | Service Desk | Graz | Knowledge base and self-service.
`

export type Person = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly team: TeamName
  readonly location: string
  readonly bio: string
}

const mailName = (name: string): string =>
  foldForSorting(name)
    .replaceAll('ı', 'i')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '.')

function teamNamed(name: string): TeamName {
  const team = teamNames.find((known) => known === name)
  if (!team) throw new Error(`The demo has no team called ${name}.`)
  return team
}

/** About 60 people, always in the same order. */
export const people: readonly Person[] = readTable(['name', 'signInName', 'team', 'location', 'bio'], table).map(
  ({ name, signInName, team, location, bio }, index) => ({
    id: `usr_${String(index + 1).padStart(4, '0')}`,
    name,
    email: `${signInName === '-' ? mailName(name) : signInName}@hindsight.example`,
    team: teamNamed(team),
    location,
    bio,
  }),
)

const byName = new Map(people.map((person) => [person.name, person]))

/** The person of this full name. Throws when there is none. */
export function personNamed(name: string): Person {
  const person = byName.get(name)
  if (!person) throw new Error(`Nobody in the demo is called ${name}.`)
  return person
}

export const membersOf = (team: TeamName): readonly Person[] => people.filter((person) => person.team === team)
