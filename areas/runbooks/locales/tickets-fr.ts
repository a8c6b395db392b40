export const externalStatus = { OPEN: 'Ouvert', PENDING: 'En attente du client', IN_PROGRESS: 'En cours', RESOLVED: 'Résolu', CLOSED: 'Clos' }

export const ticketActs = {
  ticket_made: 'Envoyée comme ticket',
  ticket_sync: 'Modifiée avec son ticket',
  ticket_decided: 'Tranchée entre elle et son ticket',
  ticket_left: 'Laissée sans ticket',
}
