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
import type { Api } from './operation.ts';

export const categoriesApi = {
  list: {
    method: 'get',
    path: '/api/v1/categories',
    summary: 'List categories with their prices per click',
    access: 'public',
    query: CategoryListQuery,
    answers: { 200: CategoryList },
  },
  show: {
    method: 'get',
    path: '/api/v1/categories/{id}',
    summary: 'Get a category',
    access: 'public',
    query: CategoryQuery,
    answers: { 200: CategoryAnswer },
  },
  listSuper: {
    method: 'get',
    path: '/api/v1/super_categories',
    summary: 'List category groups',
    access: 'public',
    query: SuperCategoryListQuery,
    answers: { 200: SuperCategoryList },
  },
  showSuper: {
    method: 'get',
    path: '/api/v1/super_categories/{id}',
    summary: 'Get a category group',
    access: 'public',
    query: SuperCategoryQuery,
    answers: { 200: SuperCategoryAnswer },
  },
} satisfies Api;
