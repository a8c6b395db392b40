import { z } from 'zod'

const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/** At least 10 and at most 128 characters, from 3 of 4 classes: lower case, upper case, digit, other (ACC-58). */
export const isStrongPassword = (value: string): boolean =>
  value.length >= 10 && value.length <= 128 && classes.filter((pattern) => pattern.test(value)).length >= 3

/** A password that somebody chooses; one that is typed to sign in is only bounded. */
export const newPasswordSchema = z
  .string()
  .max(128)
  .refine(isStrongPassword, { params: { key: 'access.errors.password_policy' } })
