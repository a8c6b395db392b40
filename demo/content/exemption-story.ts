interface Text {
  readonly en: string
  readonly fr: string
}

/** An exemption's life in days before today. */
export interface ExemptionStory {
  readonly key: string
  readonly name: Text
  readonly reason: Text
  readonly compensating?: Text
  /** Where it is to hold: a perimeter, or all perimeters of a grouping. */
  readonly perimeter?: string
  readonly grouping?: string
  /** Of the ISO policy. */
  readonly requirement: string
  readonly by: string
  readonly asked: number
  /** Days that it lasts from then on. */
  readonly days: number
  readonly decided?: { readonly ago: number; readonly as: 'GRANTED' | 'REJECTED'; readonly comment: Text }
  /** The days on which it was asked for anew and those of its grants, with the days from there; oldest first. */
  readonly renewed?: readonly { readonly asked: number; readonly granted?: number; readonly days: number }[]
}
