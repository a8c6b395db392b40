import { z } from 'zod'

const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/** At least 10 and at most 128 characters, from 3 of 4 classes: lower case, upper case, digit, other (ACC-58). */
export const isStrongPassword = (value: string): boolean =>
  value.length >= 10 && value.length <= 128 && classes.filter((pattern) => pattern.test(value)).length >= 3

/** Whether a password holds the address's own part or one of the names, of three letters or more (ACC-60). */
export function holdsName(value: string, email: string, names: readonly string[]): boolean {
  const typed = value.toLocaleLowerCase()
  return [email.split('@')[0] ?? '', ...names.flatMap((name) => name.split(/\s+/))].some((word) => word.length > 2 && typed.includes(word.toLocaleLowerCase()))
}

/** A password that somebody chooses; one that is typed to sign in is only bounded. */
export const newPasswordSchema = z
  .string()
  .max(128)
  .refine(isStrongPassword, { params: { key: 'access.errors.password_policy' } })
