import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** The specification's own wording, typos included (I18N-04), by where the kit keeps it. */
const verbatim = {
  'confirm.delete_one': 'Delete this object?',
  'confirm.delete_many': 'Are you sure you want to delete these objects',
  'confirm.fork': 'Please confirm to copy this object',
  'confirm.discard_changes': 'You have unsaved modification, are you sure you want to discard them?',
  'confirm.save_changes': 'Would you like to save your modifications?',
  'messages.copied': 'Object copied successfully in your catalog',
  'messages.export_soon': 'Export will be available in a few seconds',
  'table.no_data': 'No data',
  'select.no_entry': 'No entry in the list',
  'select.no_element': 'No element found',
  'select.maximum': 'Maximum number of options selected',
  'errors.no_add_right': "You don't have the permission to add an object",
  'errors.occured': 'An error occured',
  'errors.try_later': 'An error occured. Please try again later.',
  'errors.check_inputs': 'An error occured. Please check your inputs',
  'errors.check_file': 'An error occurred, please check your file or value',
  'errors.in_use': "Can't delete this element",
  'errors.reordering_failed': 'Reordering failed',
  'errors.data_unavailable': 'Data cannot be loaded at the moment',
  'errors.network': 'Network error',
  'errors.session_expired': 'Your session has expired',
  'errors.language_failed': 'Language updated failed',
  'errors.customer_failed': 'Customer context update failed',
  'errors.browser': 'Browser not supported',
  'errors.loading': 'Error loading data',
  'errors.validating': 'Error while validating',
  'errors.internal': 'Internal error',
  'errors.validator': 'internal error',
  'errors.saving_disabled': 'Saving is disabled',
  'errors.bad_parameters': 'Bad parameters',
  'errors.computing': 'Computation in progress, please try again later',
  'errors.mandatory': 'This field is mandatory',
  'errors.blank': 'This field cannot contain only spaces',
  'errors.integer': 'The value must be an integer',
  'errors.identifier_taken': 'Identifier already taken',
  'errors.plain_name': '4-128 chars, only digits, space, letters (with accent) and -_/\\() are allowed',
  'errors.invalid_date': 'Invalid date',
  'errors.date_order': 'Start date must be before end date',
  'errors.target_before_start': 'Target date must be after start date',
  'errors.date_past': 'The target date is in the past',
  'errors.url': 'Invalid URL format',
  'errors.email': 'Invalid email',
  'errors.too_small': 'Too small',
  'errors.too_big': 'Too big',
  'errors.invalid_value': 'Invalid value',
  'errors.one_group': 'Only one group per register',
  'errors.not_authorized': 'Not authorized',
  'errors.no_download_right': 'You cannot download this file',
  'errors.file_type': 'Invalid file type',
  'errors.too_large': 'File too big',
  'errors.too_many_files': 'Too many files',
  'errors.attachment_mandatory': 'An attachment is mandatory',
  'errors.no_file': 'No file provided',
  'errors.upload': 'Upload error',
  'errors.upload_cancelled': 'Upload cancelled',
  'errors.excel_only': 'Only Excel documents allowed',
}

const word = (catalogue: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], catalogue)

test.each(Object.entries(verbatim))('%s is said as the specification has it, and otherwise in French', (path, wording) => {
  expect(word(en, path)).toBe(wording)
  expect(word(fr, path)).toEqual(expect.any(String))
  expect(word(fr, path)).not.toBe(wording)
})
