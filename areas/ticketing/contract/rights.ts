import { defineRights, everyRole, globalPilots, pilots, type FeatureRights } from '#kit/contract/right.ts'

export const ticketingRights = defineRights({
  'ticket_join.read': globalPilots,
  /** To join plans and runbooks with places of a ticket tool, and to say what means what. */
  'ticket_join.write': globalPilots,
  /** What ticket an action or an occurrence has, for whoever reads it. */
  'ticket.read': everyRole,
  /** To make one, to decide between both sides: of what one may change oneself. */
  'ticket.write': [...pilots, 'contributor'],
})

export const ticketingFeatures: FeatureRights = { INTEGRATION: ['ticket_join.write', 'ticket.write'] }
