const shape = /^urn(:[^\s:]+){4,}$/
const usual = /^urn:([\w-]+):([\w-]+):([\w-]+)(?::([\w-]+))?:([0-9a-z[\]()\-._:]+)$/

/** URNs are compared in lower case: published files mix both cases for one object. */
export function normaliseUrn(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether a (normalised) text can name an object: at least `urn:packager:domain:kind:reference`, without blanks. */
export function isUrn(urn: string): boolean {
  return shape.test(urn)
}

/** Whether an URN keeps to the letters that the format allows; files that do not are accepted with a warning. */
export function isUsualUrn(urn: string): boolean {
  return usual.test(urn)
}

/** The last part, to show an object that has no other name. */
export function urnTail(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1)
}
