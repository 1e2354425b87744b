import { expect, test } from 'vitest';
import { studentCritical } from '../distributions.ts';
import { noncentralStudentCdf } from './noncentral-student.ts';
import reference from './planning.reference.json' with { type: 'json' };

test.each(reference.noncentral)('scipy: P(T ≤ $t), $degrees degrees, shift $shift', ({ t, degrees, shift, p }) => {
  expect(noncentralStudentCdf(t, degrees, shift)).toBeCloseTo(p, 10);
});

test.each([1, 2, 7, 1000, 1e6])('no shift: Student’s t with %d degrees', (degrees) => {
  expect(noncentralStudentCdf(studentCritical(0.95, degrees), degrees, 0)).toBeCloseTo(0.975, 9);
});
