import type { ServiceName } from '../catalogue.ts'

/** What breaks without any change: priority, and what was reported. `<store>`, `<site>` and `<count>` are drawn. */
export const infrastructureReports = {
  'core-network': `
    3 | Port errors on the uplink of floor two in <site>
    2 | Line to store <store> is down
    3 | Meeting room <count> in <site> without network
    4 | Network socket at a new desk in <site> is not patched
    3 | High latency to <site> in the afternoon
    4 | Fan alarm of an access switch in <site>
    2 | Both lines of store <store> are down, tills work offline
    3 | Badge reader at the side door in <site> has no connection
    4 | Cabinet <count> in <site> is too warm
    3 | Loop on a meeting room socket in <site>
    4 | Carrier announces work on the line to store <store>`,
  'edge-proxy': `
    3 | Certificate warning for the supplier portal under its old name
    4 | Log of edge-3 rotates too late, disk 80 % full
    3 | Burst of 502 answers on one node at <count> requests a second
    4 | Redirect from the old product address ends at the start page
    3 | Bot traffic raises load on edge-2
    4 | Supplier asks for an address list of our proxies
    3 | Uploads above 20 MB are cut off at the proxy
    4 | Access log lacks the country since the database of addresses expired`,
  firewall: `
    3 | Supplier cannot reach the order interface since its move
    4 | Firewall log cannot be searched for last week
    4 | Request: temporary rule for the auditor has expired
    3 | Video meetings with one customer are blocked
    3 | Session table at <count> % in the evening
    4 | Rule report lists <count> rules without an owner
    3 | Partner changed addresses without notice, transfer stopped
    4 | Web filter blocks a supplier’s price list`,
  'vpn-gateway': `
    3 | VPN drops every 30 minutes for a colleague in <site>
    4 | VPN client asks for an update that cannot be installed
    3 | Supplier account locked after wrong passwords
    4 | Home printer not reachable while VPN is on
    3 | VPN slow in the morning, <count> users affected
    4 | VPN profile missing on a new laptop
    3 | Connection from a hotel network fails for a colleague in <site>`,
  'office-wifi': `
    4 | Guest wireless code does not arrive by SMS
    3 | Wireless in the canteen of <site> drops at noon
    4 | New phones do not join the staff network
    3 | Weak signal in meeting rooms on floor four in <site>
    3 | Access point <count> in <site> is offline
    4 | Projector in <site> loses wireless after standby
    3 | Scanner network in the returns hall is slow
    4 | Visitors ask for a longer guest code`,
  'dns-public': `
    4 | Old campaign name still resolves
    3 | Mail of one partner is refused, our SPF record too long for them
    4 | Secondary name server answers slowly
    3 | Verification record of a marketing tool was removed
    4 | Old shop address in Finland shows a parking page`,
  'dns-internal': `
    3 | Name of the new file server does not resolve in <site>
    4 | Reverse lookup missing for <count> printers
    4 | Search domain wrong on new laptops
    3 | Resolver 2 does not answer for seconds under load
    4 | Two printers in <site> share one name
    3 | Names of the test network resolve in one office only`,
  telephony: `
    3 | No outgoing calls from the reception in <site>
    4 | Voicemail light stays on
    3 | Callers hear an echo at customer care
    4 | Phone of a colleague shows a wrong name
    3 | Queue of customer care shows <count> callers, nobody is waiting
    4 | Conference phone in <site> does not start
    3 | Emergency phone in the lift in <site> has no dial tone
    4 | Ring tone of the reception is too quiet
    3 | Calls from store <store> arrive without a number`,
  'storage-san': `
    3 | Disk <count> in shelf 2 failed, spare in use
    4 | Firmware warning of a fabric switch
    3 | Latency of a database volume above 10 ms at night
    4 | Battery of controller A to be replaced
    3 | Path to host db-<count> lost, three left
    4 | Snapshot space of a volume above its limit`,
  'file-shares': `
    4 | Deleted folder to be restored from yesterday
    3 | Share of the <site> office is full
    4 | File is locked by a colleague on leave
    3 | Drive letter is missing after sign-in in <site>
    3 | Opening spreadsheets from the share takes a minute
    4 | No access to the project folder after transfer
    3 | Archive folder was moved by drag and drop, not to be found
    4 | Spreadsheet opens read-only for the whole team
    4 | Folder names with a colon cannot be synchronised`,
  'object-store': `
    3 | Upload of product pictures fails above 100 MB
    4 | Bucket for campaign material over its quota
    4 | Lifecycle rule did not delete old exports
    3 | Node <count> of the object storage is rebuilding
    4 | Link to a shared film has expired
    3 | Thumbnails of <count> products are missing`,
  backup: `
    3 | Backup of store <store> failed three nights in a row
    4 | Laptop without backup for <count> days
    4 | Backup report arrives twice
    3 | Restore of a mailbox takes longer than agreed
    4 | Backup of a test database runs into the working day
    3 | Restore request: price list of last Tuesday
    4 | Backup agent on a new server is missing
    4 | Retention question of the auditors`,
  'kubernetes-prod': `
    3 | Node node-<count> not ready, pods moved
    4 | Job for nightly thumbnails runs twice
    3 | Image of an application cannot be pulled
    3 | Application restarts every ten minutes, out of memory
    4 | Namespace quota of the search team reached
    3 | Persistent volume of the thumbnail service is full
    4 | Team needs a second namespace for a trial
    3 | Autoscaler adds nodes at night without load`,
  'ci-pipeline': `
    4 | Build waits for a runner for <count> minutes
    3 | Dependencies cannot be downloaded
    4 | Test report is not shown in merge requests
    3 | Deployment to staging fails with a time-out
    4 | Old artifacts are not deleted
    3 | Runner <count> has no space left
    4 | Merge request shows a pipeline of another branch
    3 | Licence scan refuses a harmless package`,
  'message-broker': `
    3 | Queue "store.prices" grows, consumer of store <store> is offline
    4 | Management page of the broker is slow
    3 | Price messages arrive in the wrong order
    3 | Dead letters of notifications: <count> messages
    4 | Connection count near the limit
    4 | Consumer of newsletter events is idle since a week
    3 | Reconnect storm of tills in the morning, <count> a second`,
  monitoring: `
    4 | Dashboard of the warehouse shows no data
    4 | Alarm for an old server that no longer exists
    3 | Probe in <site> does not report
    4 | Alarm mail arrives twice
    3 | Disk full on a monitoring node
    4 | Two dashboards show different numbers for the same service
    3 | Phone alarm reached the wrong rota
    4 | Probe of the returns portal expects the old title`,
  'log-platform': `
    4 | Logs of the payments service are missing the request number
    3 | Search over 30 days runs into a time-out
    4 | Field mapping conflict after a release
    3 | One data node left the cluster for <count> minutes
    3 | Shipper on <count> store servers is outdated
    4 | Saved searches of a team are gone after a rename`,
  'data-warehouse': `
    3 | Nightly load stopped at table "stock_movement"
    4 | Sales of store <store> are missing for yesterday
    3 | Load runs <count> minutes longer than a week ago
    4 | Article group of new brand unknown
    4 | Access to the margin tables requested again
    3 | Currency conversion uses the rate of the day before
    4 | Table of store opening hours is outdated`,
  reporting: `
    4 | Store report shows last week’s date
    3 | Report for the board meeting cannot be opened
    4 | Scheduled report was sent to a former colleague
    3 | Dashboards slow in the morning
    4 | Export to spreadsheet cuts after <count> rows
    4 | Totals by region are shown in the wrong order
    4 | Colours of the chart are hard to tell apart
    3 | Store ranking lacks three new stores
    4 | Report subscription asks for a password`,
} as const satisfies Partial<Record<ServiceName, string>>
