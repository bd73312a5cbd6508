import {
  CategoryAnswer,
  CategoryList,
  CategoryListQuery,
  CategoryQuery,
  SuperCategoryAnswer,
  SuperCategoryList,
  SuperCategoryListQuery,
  SuperCategoryQuery,
} from '#shared/categories.ts';
import type { Operation } from './operation.ts';

export const categoryOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/categories',
    summary: 'The categories, with their prices per click',
    access: 'public',
    query: CategoryListQuery,
    answers: { 200: CategoryList },
  },
  {
    method: 'get',
    path: '/api/v1/categories/{id}',
    summary: 'One category',
    access: 'public',
    query: CategoryQuery,
    answers: { 200: CategoryAnswer },
  },
  {
    method: 'get',
    path: '/api/v1/super_categories',
    summary: 'The groups of categories',
    access: 'public',
    query: SuperCategoryListQuery,
    answers: { 200: SuperCategoryList },
  },
  {
    method: 'get',
    path: '/api/v1/super_categories/{id}',
    summary: 'One group of categories',
    access: 'public',
    query: SuperCategoryQuery,
    answers: { 200: SuperCategoryAnswer },
  },
];
