import type { ServiceName } from '../catalogue.ts'

/** What breaks without any change: priority, and what was reported. `<store>`, `<site>` and `<count>` are drawn. */
export const shopReports = {
  'payments-api': `
    2 | Card payments at store <store> are declined, other stores fine
    3 | Refund of an order paid in two parts shows the wrong amount
    3 | Payment provider reports slow answers between 11:00 and 11:20
    4 | Customer paid twice, second payment not refunded by itself
    3 | Settlement report for Czechia lacks <count> lines
    4 | Chargeback letter cannot be opened at customer care
    2 | Gift card balance cannot be read in any store
    4 | Receipt mail shows last four digits as zeros
    3 | Fraud check holds back <count> orders of regular customers
    4 | Payment method logos missing on the receipt
    3 | Terminal in store <store> asks for a signature for small amounts`,
  'payments-db': `
    3 | Long transaction of the reconciliation report blocks vacuum
    4 | Backup of the payments database took <count> minutes longer than usual
    3 | Disk of pay-db-2 at 85 %
    4 | Slow query alarm: ledger by customer
    3 | Replica pay-db-4 lags by <count> seconds
    4 | Reconciliation query needs twice as long as last month
    4 | Certificate warning of the database client on an analyst’s laptop
    3 | Standby pay-db-2 restarted by itself
    4 | Table of old sessions grows, clean-up job not running`,
  'checkout-web': `
    3 | Discount code of the newsletter is refused
    3 | Postcode check refuses valid addresses in Portugal
    2 | Checkout page slow for all customers, more than eight seconds
    4 | Gift wrapping option shown for furniture
    4 | Translation missing on the delivery page in Finnish
    3 | Express delivery is offered for an article that is not in stock
    4 | Basket icon shows <count> articles, basket is empty
    3 | Customers cannot choose pick-up in store <store>
    4 | Product page shows the size table of another brand
    3 | Address suggestions do not appear in Sweden
    4 | Terms and conditions open in the wrong language
    3 | Voucher can be used twice in two windows
    2 | Customers of one mobile carrier cannot reach the shop`,
  'product-search': `
    3 | Search for "rain jacket" finds umbrellas only
    4 | Filter by size lists sizes twice
    3 | New articles of today cannot be found
    2 | Search answers with an error for every tenth customer
    4 | Suggestion box shows discontinued brand
    4 | Sorting by price ignores the discount
    3 | Search finds nothing for names with accents
    4 | Category page sorts sold-out articles first
    4 | Spelling correction turns a brand into another
    3 | Facet for colour is missing on category shoes`,
  'order-service': `
    3 | <count> orders stuck in state "paid" since the morning
    3 | Order confirmation mails arrive an hour late
    4 | Cancelled order is still shown as open to the customer
    2 | Orders from marketplace are not imported
    4 | Invoice shows old address after a change of address
    3 | Partial return of order cannot be booked
    4 | Delivery estimate is in the past
    3 | Gift orders are sent with a price on the delivery note
    4 | Customer sees two tracking numbers for one parcel
    3 | Export of orders for the carrier lacks <count> parcels
    4 | Order note of customer care is cut after one line`,
  'orders-db': `
    3 | Deadlocks in the order import, <count> in an hour
    4 | Statistics report on the orders replica runs into its time limit
    3 | Connection limit of the orders database nearly reached
    4 | Temporary files grow on ord-db-2
    3 | Checkpoint warnings every few minutes on ord-db-1
    4 | Replica for customer care is <count> minutes behind
    3 | Index of the returns table has grown to four times its size
    4 | Read-only user for auditors has expired
    3 | Order archive job stopped at a constraint`,
  'customer-portal': `
    3 | Customers cannot download invoices as PDF
    4 | Password reset mail goes to the junk folder
    3 | Return label is not created for orders to Ireland
    4 | Loyalty points of last week are missing
    3 | Portal login page loads without styles on old phones
    2 | Portal not reachable for <count> minutes in the morning
    4 | Newsletter preferences are not saved
    4 | Profile picture is turned sideways
    3 | Customers are logged out after changing their password
    4 | Button "track parcel" leads to the carrier’s start page`,
  'warehouse-wms': `
    2 | Conveyor 3 stops every few minutes, controller reports no order
    3 | Scanner at packing station <count> restarts by itself
    3 | Stock of article differs between shelf and system after inventory
    4 | Picking list is printed twice at station <count>
    3 | Carrier labels for Norway lack the customs number
    3 | Forklift terminal loses its session
    4 | Weight of parcels is not taken over from scale <count>
    2 | Goods receipt cannot book deliveries of one supplier
    3 | Replenishment orders for zone <count> are missing
    4 | Display above packing station <count> is dark
    3 | Two pickers get the same route
    4 | Returns table shows the season in the wrong column`,
  'erp-finance': `
    3 | Supplier payment run stopped at line <count>
    4 | Cost centre missing in the drop-down of store managers
    3 | Exchange rates of today were not loaded
    4 | Report "open items" cannot be exported
    3 | Scanned invoices arrive without pages
    4 | User cannot post into the previous period
    3 | Bank statement of one account is not read in
    4 | Asset list prints without the location
    3 | Dunning letters were generated twice for <count> customers
    4 | Invoice workflow shows a former manager as deputy`,
  'hr-portal': `
    4 | Holiday request shows wrong remaining days
    4 | Pay slip of last month cannot be opened
    3 | Time recording terminal in <site> is offline
    4 | New colleague does not appear in the team list
    3 | Sick notes sent this week are not visible to managers
    4 | Training booking fails with "no seat" although seats are left
    4 | Certificate of employment shows the old company name
    4 | Manager cannot see the team calendar
    3 | Bonus letters are visible in draft to two assistants`,
} as const satisfies Partial<Record<ServiceName, string>>
