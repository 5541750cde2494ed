import { readTable } from './read-table.ts'

/** The IT department's service catalogue: name, price a month in euros, what one gets. */
const catalogue: Readonly<Record<string, string>> = {
  'Managed database': `
    Postgres Small | 89.00 | PostgreSQL with 2 cores, 8 GB memory and 50 GB storage; nightly backup kept for 14 days.
    Postgres Standard | 249.50 | PostgreSQL with 4 cores, 32 GB memory and 250 GB storage; one replica, backup every four hours.
    Postgres Large | 689.00 | PostgreSQL with 16 cores, 128 GB memory and 1 TB storage; two replicas, switch-over within 30 seconds.
    Postgres Read Replica | 119.00 | An extra replica of an existing database for reports, at most five seconds behind.
    MariaDB Standard | 229.50 | MariaDB with 4 cores, 32 GB memory and 250 GB storage; one replica.
    Redis Cache | 74.90 | A cache with 8 GB memory in two zones; contents are not backed up.
    Document Store | 189.00 | A document database with three members and 200 GB storage.
    Database Rehearsal Host | 45.00 | A host for one week with last night’s backup restored, for rehearsing upgrades.
    Query Review | 320.00 | Half a day with a database administrator and your ten slowest queries.
    Long-Term Database Archive | 0.09 | Compressed exports for ten years, by gigabyte.`,
  Network: `
    Office Network Socket | 6.50 | One patched socket with power for a phone.
    Store Connection | 149.00 | Line, router and mobile fallback for one store.
    Store Connection Plus | 229.00 | Two lines from two carriers and mobile fallback for one store.
    Staff Wireless | 4.20 | Wireless access by person, in all offices and the warehouse.
    Guest Wireless | 39.00 | Wireless for visitors of one site, codes by SMS.
    Load Balancer Pool | 35.00 | A pool with health check and TLS on the edge proxies.
    Firewall Rule Set | 18.00 | Rules for one application, with owner and yearly review.
    Site-to-Site Tunnel | 79.00 | An encrypted tunnel to a supplier or partner.
    Public DNS Zone | 12.50 | One zone on four name servers, changes by merge request.
    Dedicated Line 1 Gbit/s | 890.00 | A line between two sites with a guaranteed rate.`,
  Identity: `
    Staff Account | 2.90 | Account, mailbox address and sign-in to everything that your role needs.
    Supplier Account | 5.40 | An account for someone outside, with sponsor and end date.
    Single Sign-On Connection | 60.00 | Connects one application to single sign-on.
    Security Key | 27.50 | A hardware key as second factor; price is paid once.
    Privileged Access | 14.00 | Administrator rights for an hour at a time, with recording.
    Device Identity | 1.10 | A certificate for a till, scanner or terminal, renewed by itself.
    Access Review | 210.00 | A quarterly review of who may do what in one application.
    Group Synchronisation | 42.00 | Keeps groups of one application in step with the personnel system.
    Service Account | 3.50 | An account for a program, with rotating secret and owner.
    Directory Export | 19.90 | A daily export of people and departments for one application.`,
  Storage: `
    Team Share 100 GB | 9.90 | A folder for a team, hourly previous versions.
    Team Share 1 TB | 69.00 | A folder for a department, hourly previous versions.
    Home Folder | 1.80 | 20 GB for one person.
    Block Volume Standard | 0.11 | Block storage by gigabyte, mirrored.
    Block Volume Fast | 0.29 | Block storage on flash by gigabyte, below 1 ms.
    Object Bucket | 0.02 | Object storage by gigabyte, three copies.
    Immutable Bucket | 0.03 | Object storage that nobody can delete before its date, by gigabyte.
    Media Library | 129.00 | Pictures and films with preview and rights, 5 TB.
    Large File Transfer | 15.00 | Send up to 50 GB to someone outside, link valid for 14 days.
    Data Migration Night | 780.00 | Two engineers move your data in one night, with comparison of contents and permissions.`,
  Backup: `
    Server Backup | 14.50 | Nightly backup of one server, kept for 30 days.
    Server Backup Plus | 26.00 | Backup every four hours, kept for 90 days, copy in another town.
    Laptop Backup | 3.20 | Continuous backup of documents on one laptop.
    Mailbox Backup | 1.40 | Daily backup of one mailbox, kept for a year.
    Store System Backup | 7.90 | Hourly backup of one store server.
    Immutable Copy | 11.00 | A copy that cannot be changed for seven days.
    Restore Test | 95.00 | A yearly restore of your system on an isolated host, with report.
    Archive Ten Years | 0.05 | Archive for legal retention, by gigabyte.
    Second Site Copy | 22.00 | Copies of one system at the second site within an hour.
    Express Restore | 180.00 | Restore started within 15 minutes, day and night.`,
  Compute: `
    Virtual Machine Small | 19.00 | 2 cores and 4 GB memory, patched monthly.
    Virtual Machine Medium | 42.00 | 4 cores and 16 GB memory, patched monthly.
    Virtual Machine Large | 118.00 | 16 cores and 64 GB memory, patched monthly.
    Windows Server Licence | 24.00 | Licence for one virtual machine.
    Batch Hour | 0.38 | One hour of 8 cores at night.
    Graphics Node | 410.00 | A node with a graphics card for training or rendering.
    Store Server | 64.00 | A small server in a store, spare part within four hours.
    Test Environment | 150.00 | A copy of your application, reset every night.
    Bare Metal Host | 540.00 | A host of your own in the Utrecht data centre.
    Job Scheduler | 28.00 | Schedules, dependencies and alarms for 100 jobs.`,
  Containers: `
    Namespace Small | 55.00 | 4 cores and 16 GB on the production cluster.
    Namespace Medium | 160.00 | 16 cores and 64 GB on the production cluster.
    Namespace Large | 490.00 | 64 cores and 256 GB on the production cluster.
    Staging Namespace | 32.00 | A namespace on the staging cluster, off at night.
    Build Runner | 48.00 | A runner for your pipelines, 8 cores.
    Artifact Storage 100 GB | 12.00 | Storage for images and packages, scanned daily.
    Image Signing | 16.00 | Signs images of one project, the cluster checks.
    Feature Flag Service | 38.00 | Flags for one application, with history.
    Canary Rollout | 44.00 | Rollout in stages with comparison of errors and latency.
    Preview Environments | 85.00 | An environment for each merge request, gone after three days.`,
  'Messaging and integration': `
    Queue Bundle | 25.00 | Ten queues with dead letters and length limit.
    Event Stream | 95.00 | A stream with seven days of history and 50 GB.
    File Transfer Route | 21.00 | Fetches and delivers files between two partners, with receipt.
    Partner Interface | 240.00 | An interface with rate limit, keys and reference page.
    Mail Sending | 0.80 | Thousand mails from an application, signed.
    SMS Sending | 39.00 | Thousand text messages in Europe.
    Address Check | 33.00 | Checks and completes postal addresses in eleven countries.
    Currency Rates | 8.00 | Daily rates of 32 currencies.
    Document Rendering | 58.00 | Invoices and labels as PDF from templates.
    Webhook Relay | 17.50 | Delivers events to a partner with retries and signature.`,
  Observability: `
    Metrics for One Application | 13.00 | Metrics with 13 months of history and dashboards.
    Logs 10 GB a Day | 92.00 | Logs with search, kept for 30 days.
    Logs 50 GB a Day | 380.00 | Logs with search, kept for 30 days.
    Log Archive | 0.04 | Logs for a year on request, by gigabyte.
    Tracing | 66.00 | Traces for one application, one request in a hundred.
    Outside Probe | 7.50 | Calls an address from five towns every minute.
    Browser Probe | 29.00 | Walks through your application in a real browser every ten minutes.
    On-Call Rota | 21.00 | Rota, alarms by phone and escalation for one team.
    Status Page | 11.90 | A page that tells your users what is wrong.
    Load Test | 450.00 | A load test with a report and a second run.`,
  Security: `
    Web Application Check | 1200.00 | Two days of testing by security operations, with report.
    Certificate | 2.00 | An internal certificate, renewed by itself.
    Public Certificate | 9.00 | A certificate for names on the internet, renewed by itself.
    Secrets Space | 19.00 | A space in the vault for one application.
    Vulnerability Scan | 31.00 | Weekly scan of ten systems.
    Endpoint Protection | 3.90 | Protection of one laptop or server.
    Phishing Exercise | 275.00 | A harmless phishing mail to your department, with a talk afterwards.
    Data Masking | 130.00 | Masked copies of production data for tests.
    Log Review | 160.00 | Monthly review of privileged actions of one application.
    Key Ceremony | 350.00 | Creation or change of a key with witnesses and protocol.`,
  Workplace: `
    Laptop Standard | 38.00 | A laptop with 16 GB, replaced every four years.
    Laptop Power | 64.00 | A laptop with 64 GB and graphics, replaced every three years.
    Virtual Desktop | 29.00 | A desktop that is reached from anywhere.
    Mobile Phone | 17.00 | A phone with contract and device protection.
    Mailbox | 4.00 | A mailbox with 50 GB and calendar.
    Shared Mailbox | 2.00 | A mailbox for a team.
    Pull Printing | 3.10 | Print and fetch with your badge on any printer.
    Meeting Room Kit | 145.00 | Screen, camera and table phone for one room.
    Office Suite | 11.50 | Word processing, spreadsheets and presentations for one person.
    Desk Phone | 5.90 | A phone with a number of its own.`,
  'Professional services': `
    Change Rehearsal Day | 960.00 | Two engineers rehearse your change on a full copy and write down the times.
    Runbook Writing | 640.00 | A runbook for one application, tried by someone who does not know it.
    Architecture Review | 1450.00 | Two days of questions about what happens when parts fail, with a report.
    Migration Planning | 2200.00 | A plan in phases with stop rules and a backout for each.
    Decommissioning | 390.00 | Looks for the last users of a system and switches it off properly.
    On-Site Support Day | 520.00 | One person of the service desk at your site for a day.
    Review Facilitation | 280.00 | Someone neutral leads your post-implementation review.
    Training: Writing Plans | 190.00 | Half a day for twelve people; bring a plan of your own.
    Capacity Forecast | 240.00 | A forecast for one application, twice a year.
    Recovery Exercise | 3100.00 | A day on the second site with real traffic and a report for the insurer.`,
}

export type DemoProduct = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly price: number
  readonly category: string
}

/** 120 products, ids in the order of the catalogue. */
export const products: readonly DemoProduct[] = Object.entries(catalogue)
  .flatMap(([category, table]) =>
    readTable(['name', 'price', 'description'], table).map((row) => ({ ...row, category })),
  )
  .map(({ name, price, description, category }, index) => ({
    id: `prd_${String(index + 1).padStart(4, '0')}`,
    name,
    description,
    price: Number(price),
    category,
  }))
