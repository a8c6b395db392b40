const shape = /^urn(:[^:]*[^\s:][^:]*){3}(:[^:]*)+$/
const usual = /^urn:([\w-]+):([\w-]+):([\w-]+)(?::([\w-]+))?:([0-9a-z[\]()\-._:]*[0-9a-z[\]()\-._])$/

/** URNs are compared in lower case: published files mix both cases for one object. */
export function normaliseUrn(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Whether a (normalised) text can name an object: `urn:packager:domain:kind:` and a reference. Published files hold references with blanks, and
 * some whose last part is empty: they name one object all the same.
 */
export function isUrn(urn: string): boolean {
  return shape.test(urn)
}

/** Whether an URN keeps to the letters that the format allows; files that do not are accepted with a warning. */
export function isUsualUrn(urn: string): boolean {
  return usual.test(urn)
}

/** The last part that is not empty, to show an object that has no other name. */
export function urnTail(urn: string): string {
  return (
    urn
      .split(':')
      .findLast((part) => part.trim() !== '')
      ?.trim() ?? urn
  )
}
