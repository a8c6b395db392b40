export const externalStatus = { OPEN: 'Open', PENDING: 'Pending client', IN_PROGRESS: 'In progress', RESOLVED: 'Resolved', CLOSED: 'Closed' }

export const ticketActs = {
  ticket_made: 'Sent as a ticket',
  ticket_sync: 'Changed with its ticket',
  ticket_decided: 'Decided between it and its ticket',
  ticket_left: 'Left without a ticket',
}
