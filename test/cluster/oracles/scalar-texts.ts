import fc from 'fast-check';

const SUFFIXES = [
  ...['', '', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'K', 'i', 'mi'],
  ...['e3', 'E-3', 'e+6', 'e', 'E18', 'e-12', 'e99', 'E-99'],
];
const whole = fc.oneof(fc.stringMatching(/^[0-9]{0,6}$/), fc.stringMatching(/^[0-9]{15,24}$/));

/** Quantities, most of them right. Each has a digit: without one Go says 0 or refuses, as the suffix will have it. */
export const quantities: fc.Arbitrary<string> = fc
  .oneof(
    fc
      .tuple(
        fc.constantFrom('', '', '', '-', '+'),
        whole,
        fc.oneof(
          fc.constant(''),
          whole.map((digits) => `.${digits}`),
        ),
        fc.constantFrom(...SUFFIXES),
      )
      .map((parts) => parts.join('')),
    fc.stringMatching(/^[-+0-9.eEKMGi ]{0,7}$/),
  )
  .filter((text) => /^[-+]?\.?\d/.test(text) || /^[^-+.eEnumkMGTPEKi]/.test(text));

const part = fc
  .tuple(
    fc.oneof(
      fc.stringMatching(/^[0-9]{0,4}$/),
      fc.stringMatching(/^[0-9]{0,3}\.[0-9]{0,12}$/),
      fc.stringMatching(/^[0-9]{15,20}$/),
    ),
    fc.constantFrom('ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h', '', 'd', 'S'),
  )
  .map((parts) => parts.join(''));

const durations = fc
  .tuple(fc.constantFrom('', '', '-', '+'), fc.array(part, { maxLength: 4 }))
  .map(([sign, parts]) => sign + parts.join(''));

/** Two digits, a little beyond what is right. */
const two = (max: number) => fc.integer({ min: 0, max: max + 1 }).map((value) => String(value).padStart(2, '0'));

const times = fc
  .record({
    year: fc.constantFrom('2026', '2024', '0001', '1969', '9998', '26'),
    separator: fc.constantFrom('-', '-', '-', '/'),
    month: two(12),
    day: two(31),
    letter: fc.constantFrom('T', 'T', 'T', 't', ' '),
    hour: two(23),
    minute: two(59),
    second: two(59),
    fraction: fc.constantFrom('', '', '.5', '.123456', '.123999', '.123456789', '.', '.000001', '.9999999', ',5'),
    zone: fc.constantFrom('Z', 'Z', 'z', '+02:00', '-05:30', '+24:00', '', '+0200', '-00:00', '+23:59'),
  })
  .map(
    ({ year, separator: s, month, day, letter, hour, minute, second, fraction, zone }) =>
      `${year}${s}${month}${s}${day}${letter}${hour}:${minute}:${second}${fraction}${zone}`,
  );

const bytes = fc.oneof(fc.base64String({ maxLength: 12 }), fc.stringMatching(/^[A-Za-z0-9+/=\n\r _-]{0,9}$/));

/** Texts of the types that the server rewrites, by the name of the type. */
export const SCALARS = [
  ['duration', durations],
  ['time', times],
  ['micro-time', times],
  ['bytes', bytes],
] as const;
