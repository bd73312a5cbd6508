import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { type CategoryGroup, superCategoriesQuery } from '#client/api/categories.ts';
import { Link } from '#client/app/router.ts';
import { signUpReader } from '#client/features/readers/api.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Choices, Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import type { FormErrors } from '#client/ui/field-errors.ts';
import { useSent } from '#client/ui/use-sent.ts';
import { paths } from '#shared/paths.ts';
import classes from './ReaderSignUp.module.css';

/** Email and genres; the preferences page, which the confirmation links to, has everything else. */
export function ReaderSignUp() {
  const { api } = useApp();
  const groups = useSuspenseQuery(superCategoriesQuery(api)).data;
  const [errors, setErrors] = useState<FormErrors>({});
  const sent = useSent();
  const signUp = useMutation({ mutationFn: signUpReader, meta: { form: true } });

  const onSubmit = (values: FormData) => {
    const category_ids = idsOf(values.getAll('genres'));
    const missing: FormErrors = category_ids.length > 0 ? {} : { genres: ['Please choose at least one genre'] };
    setErrors({});
    // Also without a genre, so that everything that's wrong is said in one go.
    signUp.mutate(
      { email: String(values.get('email')).trim(), category_ids },
      { onError: (error) => setErrors({ ...fieldErrors(error), ...missing }) },
    );
  };
  return (
    <section aria-labelledby="sign-up" className={classes.box}>
      <div className={classes.words}>
        <h2 id="sign-up">One mail a day, only your genres</h2>
        <p>
          We write when something fits, never more than once a day. Every mail has a link to pause it or to leave for
          good.
        </p>
      </div>
      {signUp.isSuccess || sent === 'done' ? (
        <Alert kind="success" title="Check your inbox">
          If this address isn’t subscribed yet and can receive our email, you’ll find a confirmation link in your inbox
          within a few minutes. It works for seven days. Nothing there? Look in the spam folder, or{' '}
          <Link to={paths.contact()}>write to us</Link>.
        </Alert>
      ) : (
        <Form onSubmit={onSubmit} errors={errors} busy={signUp.isPending} label="Get the newsletter" isPlain>
          <Field name="email" label="Email" type="email" autoComplete="email" required />
          <Choices name="genres" label="What do you like to read?" options={groups.map(genreOf)} />
          <div>
            <Button type="submit" busy={signUp.isPending}>
              Send me deals
            </Button>
          </div>
        </Form>
      )}
    </section>
  );
}

/** A genre stands for all its categories except the adult ones, which are chosen one by one. */
const genreOf = ({ name, categories }: CategoryGroup) => ({
  label: name,
  value: categories
    .filter(({ is_adult }) => !is_adult)
    .map(({ id }) => id)
    .join(),
});

const idsOf = (genres: FormDataEntryValue[]) => genres.join().split(',').filter(Boolean).map(Number);
