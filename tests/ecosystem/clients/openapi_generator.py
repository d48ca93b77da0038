"""Calls the service at the given address with the Python client of OpenAPI Generator. Prints what it saw as JSON."""

import json
import pathlib
import re
import sys
from urllib.parse import parse_qs, urlsplit

import openapi_client
from openapi_client import NewOrder, NewPet, PetsApi, StoreApi

url, key, image = sys.argv[1:]
configuration = openapi_client.Configuration(host=url + "/v1")
configuration.access_token = key
client = openapi_client.ApiClient(configuration)
pets = PetsApi(client)

exact = 2**53 + 1
ids = [pets.create_pet(NewPet(name=f"Python {number}", category_id=exact)).id for number in (1, 2, 3)]
seen, cursor = [], {}
for _ in range(10):
    page, _, headers = pets.list_pets_with_http_info(limit=2, **cursor)
    seen += [pet.id for pet in page]
    next_page = re.search(r'<([^>]+)>; rel="next"', headers.get("Link", ""))
    if next_page is None:
        break
    cursor = {"cursor": parse_qs(urlsplit(next_page[1]).query)["cursor"][0]}
photo = pets.add_photo(ids[0], pathlib.Path(image).read_bytes())
chosen = pets.list_pets(id=[ids[2], ids[0]])
try:
    StoreApi(client).place_order(NewOrder(pet_id=4711))
    error = None
except openapi_client.ApiException as refused:
    error = [refused.status, json.loads(refused.body)["code"]]
print(
    json.dumps(
        {
            "created": ids,
            "pages": seen,
            "chosen": [pet.id for pet in chosen],
            "categories": [str(pet.category_id) for pet in chosen],
            "error": error,
            "photo": [photo.pet_id, photo.width],
        }
    )
)
